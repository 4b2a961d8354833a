// Where a call stands, for whoever keeps something about it in the metadata store.
import type { RecordsEngine } from '../engine/engine.ts';
import { callById } from './get-call.ts';
import type { Scope } from './scope.ts';

export interface LocatedCall {
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

export async function locateCall(
  engine: RecordsEngine,
  scope: Scope,
  id: string,
): Promise<LocatedCall | null> {
  const { sql, params } = locateCallSql(scope, id);
  const [row] = await engine.query<Row>(sql, params);
  return row
    ? { timestampMs: Number(row.timestamp_ms), project: row.project, ofEvalRun: row.eval_run !== 0 }
    : null;
}

export function locateCallSql(scope: Scope, id: string) {
  const where = callById(scope, id);
  return {
    sql: `SELECT toUnixTimestamp64Milli(timestamp) AS timestamp_ms, project, eval_run\nFROM calls\nWHERE ${where.sql}\nLIMIT 1`,
    params: where.params,
  };
}
