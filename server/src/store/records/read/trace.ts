// Everything of one trace, up to a limit: calls by the bloom filter on their trace, observations by their key.
import type { RecordsEngine } from '../engine.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import {
  OBSERVATION_SELECT,
  observationFromRow,
  type ObservationRow,
  type ReadObservation,
} from './observation-columns.ts';
import { Where, type Scope } from './scope.ts';

/** Both in the order of (time, id). */
export interface ReadTrace {
  calls: ReadCall[];
  observations: ReadObservation[];
  /** There is more than this. */
  truncated: boolean;
}

/** The earliest calls come first, and the earliest observations take the places that they leave. */
export async function getTrace(
  engine: RecordsEngine,
  scope: Scope,
  traceId: string,
  limit: number,
): Promise<ReadTrace> {
  const [ofCalls, ofObservations] = traceSql(scope, traceId, limit);
  const [calls, observations] = await Promise.all([
    engine.query<CallRow>(ofCalls.sql, ofCalls.params),
    engine.query<ObservationRow>(ofObservations.sql, ofObservations.params),
  ]);
  const shownCalls = calls.slice(0, limit);
  return {
    calls: shownCalls.map(callFromRow),
    observations: observations.slice(0, limit - shownCalls.length).map(observationFromRow),
    truncated: calls.length + observations.length > limit,
  };
}

/** Two statements asked at once: the tables share few columns, and neither needs the other's answer. One row more than is shown. */
export function traceSql(scope: Scope, traceId: string, limit: number) {
  const where = Where.of(scope).and('trace_id = {traceId: String}', { traceId });
  const params = { ...where.params, limit: limit + 1 };
  const statement = (columns: string, table: string) => ({
    sql: `SELECT ${columns}\nFROM ${table}\nWHERE ${where.sql}\nORDER BY timestamp, id\nLIMIT {limit: UInt32}`,
    params,
  });
  return [statement(CALL_SELECT, 'calls'), statement(OBSERVATION_SELECT, 'observations')] as const;
}
