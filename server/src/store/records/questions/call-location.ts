// Time and project of a call, for features that keep something about it in the metadata store.
import { aboutText } from './about.ts';
import { callById } from './call.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';

interface LocatedCall {
  timestampMs: number;
  project: number;
  /** Made by an evaluation run. */
  ofEvalRun: boolean;
}

interface Row {
  timestamp_ms: string;
  project: number;
  eval_run: number;
}

/** Null when the scope has no such call. */
export const selectCallLocation = question({
  name: 'selectCallLocation',
  about: aboutText,
  sql: callLocationSql,
  read: ([row]: Row[]): LocatedCall | null =>
    row
      ? { timestampMs: Number(row.timestamp_ms), project: row.project, ofEvalRun: row.eval_run !== 0 }
      : null,
});

export function callLocationSql(scope: Scope, id: string) {
  const where = callById(scope, id);
  return {
    sql: `SELECT toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, eval_run\nFROM calls\nWHERE ${where.sql}\nLIMIT 1`,
    params: where.params,
  };
}
