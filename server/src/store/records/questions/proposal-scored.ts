// Of which class, prompt and version calls are that somebody scored. The scores themselves are in the metadata store.
import type { RecordsEngine } from '../engine/engine.ts';
import type { ContentPlace } from './content.ts';
import {
  CLASS,
  classedPlaces,
  classOf,
  type CallClass,
  type ClassRow,
  type KnownPrompt,
} from './proposal-class.ts';
import type { Scope } from './scope.ts';

export interface PlacedCall extends CallClass {
  id: string;
  /** '' where the call names none. */
  prompt: string;
  version: string;
  ofEvalRun: boolean;
}

interface Row extends ClassRow {
  id: string;
  prompt: string;
  version: string;
  of_run: number;
}

/** Those of the places at which there is a call, also one that an evaluation run made. */
export async function classesOfCalls(
  engine: RecordsEngine,
  scope: Scope,
  places: readonly ContentPlace[],
  prompts: readonly KnownPrompt[],
): Promise<PlacedCall[]> {
  if (places.length === 0) return [];
  const { sql, params } = classesOfCallsSql(scope, places, prompts);
  const rows = await engine.query<Row>(sql, params);
  return rows.map(figuresOf);
}

const figuresOf = (row: Row): PlacedCall => ({
  ...classOf(row),
  id: row.id,
  prompt: row.prompt,
  version: row.version,
  ofEvalRun: row.of_run === 1,
});

export function classesOfCallsSql(
  scope: Scope,
  places: readonly ContentPlace[],
  prompts: readonly KnownPrompt[],
) {
  const { from, params } = classedPlaces(scope, places, prompts);
  return {
    sql: `SELECT ${CLASS}, id, prompt, version, toUInt8(eval_run != 0) AS of_run\nFROM ${from}\nORDER BY id`,
    params,
  };
}
