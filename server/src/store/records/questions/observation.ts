// One observation of a trace by its id. The key of the table begins with the trace.
import { aboutText } from './about.ts';
import {
  OBSERVATION_SELECT,
  observationFromRow,
  type ObservationRow,
  type ReadObservation,
} from './observation-columns.ts';
import { question } from './question.ts';
import { Where, type Scope } from './scope.ts';

export const selectObservation = question({
  name: 'selectObservation',
  about: (traceId: string) => aboutText(traceId),
  sql: observationSql,
  read: ([row]: ObservationRow[]): ReadObservation | null => (row ? observationFromRow(row) : null),
});

export function observationSql(scope: Scope, traceId: string, id: string) {
  const where = Where.of(scope)
    .and('trace_id = {traceId: String}', { traceId })
    .and('id = {id: String}', { id });
  return {
    sql: `SELECT ${OBSERVATION_SELECT}\nFROM observations\nWHERE ${where.sql}\nLIMIT 1`,
    params: where.params,
  };
}
