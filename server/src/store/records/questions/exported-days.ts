// Everything that an account has, day by day, for exports that are kept up to date. Records come in the order of their
// table, so that the engine sorts nothing, however large a day is.
import type { About } from './about.ts';
import { callFromRow, CALL_SELECT, type CallRow, type ReadCall } from './call-columns.ts';
import {
  OBSERVATION_SELECT,
  observationFromRow,
  type ObservationRow,
  type ReadObservation,
} from './observation-columns.ts';
import { question, streamQuestion } from './question.ts';
import { Where, type Scope } from './scope.ts';

interface DayWindow {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
}

/** Tables that are exported by day, and what changes when a record does: by a new price, an erasure, a withdrawn consent. */
const CHANGING = {
  calls: 'id, received_at, project, cost_usd, has_content',
  observations: 'id, received_at, project, has_content',
} as const;
type DayTable = keyof typeof CHANGING;

export interface DayOfRecords {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  rows: number;
  /** Differs if a record was added, removed or changed. */
  mark: string;
}

const aboutWindow = ({ startMs, endMs }: DayWindow): About => ({ startMs, endMs });

const within = (scope: Scope, { startMs, endMs }: DayWindow): Where =>
  Where.of(scope)
    .and('timestamp >= fromUnixTimestamp64Milli({start: Int64})', { start: startMs })
    .and('timestamp < fromUnixTimestamp64Milli({end: Int64})', { end: endMs });

/** Days without records are missing. */
export const selectDaysOfRecords = question({
  name: 'selectDaysOfRecords',
  heavy: true,
  about: (_table: DayTable, window: DayWindow) => aboutWindow(window),
  sql: daysOfRecordsSql,
  read: (rows: { day: string; rows: string | number; mark: string }[]): DayOfRecords[] =>
    rows.map(({ day, rows, mark }) => ({ day, rows: Number(rows), mark })),
});

export function daysOfRecordsSql(scope: Scope, table: DayTable, window: DayWindow) {
  const where = within(scope, window);
  return {
    // The sum of hashes does not depend on the order of rows.
    sql: `SELECT toString(toDate(timestamp)) AS day, count() AS rows, hex(sum(sipHash64(${CHANGING[table]}))) AS mark
FROM ${table}
WHERE ${where.sql}
GROUP BY day
ORDER BY day`,
    params: where.params,
  };
}

interface OfProject {
  /** The number of its project. */
  project: number;
}

export interface DayCall extends ReadCall, OfProject {
  /** Where the cost comes from: client, catalog, custom, or none. */
  priceSource: string;
}

export interface DayObservation extends ReadObservation, OfProject {}

type DayCallRow = CallRow & { project: number; price_source: string };
type DayObservationRow = ObservationRow & { project: number };

/** Also calls that evaluation runs made. */
export const streamCallsOfDays = streamQuestion({
  name: 'streamCallsOfDays',
  about: aboutWindow,
  parts: async function* (engine, scope: Scope, signal, window: DayWindow): AsyncGenerator<DayCall[]> {
    const { sql, params } = callsOfDaysSql(scope, window);
    for await (const rows of engine.streamRows<DayCallRow>(sql, params, signal))
      yield rows.map((row) =>
        Object.assign(callFromRow(row), { project: row.project, priceSource: row.price_source }),
      );
  },
});

export function callsOfDaysSql(scope: Scope, window: DayWindow) {
  const where = within(scope, window);
  return {
    sql: `SELECT ${CALL_SELECT}, project, price_source
FROM calls
WHERE ${where.sql}
ORDER BY account, timestamp, id`,
    params: where.params,
  };
}

export const streamObservationsOfDays = streamQuestion({
  name: 'streamObservationsOfDays',
  about: aboutWindow,
  parts: async function* (engine, scope: Scope, signal, window: DayWindow): AsyncGenerator<DayObservation[]> {
    const { sql, params } = observationsOfDaysSql(scope, window);
    for await (const rows of engine.streamRows<DayObservationRow>(sql, params, signal))
      yield rows.map((row) => Object.assign(observationFromRow(row), { project: row.project }));
  },
});

export function observationsOfDaysSql(scope: Scope, window: DayWindow) {
  const where = within(scope, window);
  return {
    sql: `SELECT ${OBSERVATION_SELECT}, project
FROM observations
WHERE ${where.sql}
ORDER BY account, trace_id, timestamp, id`,
    params: where.params,
  };
}
