// Calls and observations of one trace or one session, up to a limit. The tables are ordered by time. `run_times` knows the time
// of a trace; the spans of a session are found by a bloom filter.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { mapInPieces } from '#lib/yield-to-event-loop';
import { aboutText } from './about.ts';
import { CALL_SELECT, callsFromRows, type CallRow, type ReadCall } from './call-columns.ts';
import {
  OBSERVATION_SELECT,
  observationFromRow,
  type ObservationRow,
  type ReadObservation,
} from './observation-columns.ts';
import { question, type QuestionEngine, type Statement } from './question.ts';
import { IN_REACH, REACH } from './run-reach.ts';
import { Where, type Scope } from './scope.ts';
import { CALL_BYTES, OBSERVATION_BYTES, queryWithin } from './within-bytes.ts';

/** Both in the order of (time, id). */
export interface ReadTrace {
  calls: ReadCall[];
  observations: ReadObservation[];
  /** The trace has more spans. */
  truncated: boolean;
}

/** Spans are left out once the earlier ones of their kind reach this size. */
interface TraceBytes {
  calls: number;
  observations: number;
}

type SpansOf = 'trace_id' | 'session_id';

const ALL_BYTES: TraceBytes = { calls: MAX_ANSWER_BYTES, observations: MAX_ANSWER_BYTES };

/** The earliest calls come first. The earliest observations fill the rest of the limit. */
export const selectTrace = question({
  name: 'selectTrace',
  about: aboutText,
  run: (engine, scope, traceId: string, limit: number, maxBytes: TraceBytes = ALL_BYTES) =>
    readSpans(engine, (table, columns) => spansSql(scope, 'trace_id', traceId, limit, table, columns), {
      limit,
      maxBytes,
    }),
});

/** The same of a session. */
export const selectSessionSpans = question({
  name: 'selectSessionSpans',
  about: aboutText,
  run: (engine, scope, sessionId: string, limit: number) =>
    readSpans(engine, (table, columns) => spansSql(scope, 'session_id', sessionId, limit, table, columns), {
      limit,
      maxBytes: ALL_BYTES,
    }),
});

async function readSpans(
  engine: QuestionEngine,
  statement: (table: string, columns: string) => Statement,
  { limit, maxBytes }: { limit: number; maxBytes: TraceBytes },
): Promise<ReadTrace> {
  const [calls, observations] = await Promise.all([
    queryWithin<CallRow>(engine, {
      statement: (columns) => statement('calls', columns),
      columns: CALL_SELECT,
      bytes: CALL_BYTES,
      max: maxBytes.calls,
      areFew: true,
    }),
    queryWithin<ObservationRow>(engine, {
      statement: (columns) => statement('observations', columns),
      columns: OBSERVATION_SELECT,
      bytes: OBSERVATION_BYTES,
      max: maxBytes.observations,
      areFew: true,
    }),
  ]);
  const shownCalls = calls.slice(0, limit);
  return {
    calls: await callsFromRows(shownCalls),
    observations: await mapInPieces(observations.slice(0, limit - shownCalls.length), observationFromRow),
    truncated: calls.length + observations.length > limit,
  };
}

/** Two statements that run at once: the tables share few columns, and neither needs the other's answer. */
export const traceSql = (scope: Scope, traceId: string, limit: number) =>
  [
    spansSql(scope, 'trace_id', traceId, limit, 'calls', CALL_SELECT),
    spansSql(scope, 'trace_id', traceId, limit, 'observations', OBSERVATION_SELECT),
  ] as const;

/** One row more than the limit, so that the caller sees whether there is more. */
function spansSql(
  scope: Scope,
  of: SpansOf,
  id: string,
  limit: number,
  table: string,
  columns: string,
): Statement {
  const isTrace = of === 'trace_id';
  const name = isTrace ? 'traceId' : 'sessionId';
  const where = Where.of(scope).and(`${of} = {${name}: String}`, { [name]: id });
  if (isTrace) where.and(IN_REACH);
  return {
    sql: `${isTrace ? REACH : ''}SELECT ${columns}\nFROM ${table}\nWHERE ${where.sql}\nORDER BY timestamp, id\nLIMIT {limit: UInt32}`,
    params: { ...where.params, limit: limit + 1 },
  };
}
