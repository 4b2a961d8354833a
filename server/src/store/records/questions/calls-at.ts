import type { CallRef } from '../record.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere } from './call-filter.ts';
import { question } from './question.ts';
import type { Scope } from './scope.ts';

/** Calls by their refs, by id. Calls of evaluation runs are missing. */
export const selectCallsAt = question({
  name: 'selectCallsAt',
  isEmpty: (refs) => refs.length === 0,
  sql: callsAtSql,
  read: (rows: CallRow[]): Map<string, ReadCall> => new Map(rows.map((row) => [row.id, callFromRow(row)])),
});

export function callsAtSql(scope: Scope, refs: readonly CallRef[]) {
  const where = callsWhere(scope, {}).at(refs);
  return { sql: `SELECT ${CALL_SELECT}\nFROM calls\nWHERE ${where.sql}`, params: where.params };
}
