// Calls for an export, passed on while the engine reads: as many as the plan allows, in the order of a list,
// without content.
import { aboutFilter } from './about.ts';
import { callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import type { CallFilter } from './call-filter.ts';
import { exportLinesSql, partsOf, partsOfRows, type ExportForm, type ExportPart } from './export-lines.ts';
import { selectCallsSql, type CallOrder } from './calls.ts';
import { streamQuestion } from './question.ts';
import type { Scope } from './scope.ts';

interface ExportOrder {
  order: CallOrder;
  /** At most this many. */
  cap: number;
  /** The engine writes finished lines of this form. Without it every call comes as a record. */
  form?: ExportForm;
  /** JSON by the id of the call, for one more column. Only with Parquet. */
  scores?: ReadonlyMap<string, string>;
}

export const streamCalls = streamQuestion({
  name: 'streamCalls',
  about: aboutFilter,
  parts: (engine, scope, signal, filter: CallFilter, wanted: ExportOrder): AsyncIterable<ExportPart[]> => {
    const { sql, params } = exportCallsSql(scope, filter, wanted);
    if (wanted.form === undefined) return calls(engine.streamRows<CallRow>(sql, params, signal));
    const lines = exportLinesSql(sql, wanted.form);
    return engine.kind === 'server'
      ? partsOfRows(engine.streamRows<{ written: string }>(lines, params, signal))
      : partsOf(engine.streamBytes(lines, params, 'RawBLOB', signal));
  },
});

async function* calls(batches: AsyncIterable<CallRow[]>): AsyncGenerator<ReadCall[]> {
  for await (const rows of batches) yield rows.map(callFromRow);
}

/** The calls as one Parquet file. */
export const streamParquet = streamQuestion({
  name: 'streamParquet',
  about: aboutFilter,
  parts: (engine, scope, signal, filter: CallFilter, wanted: ExportOrder): AsyncIterable<Uint8Array> => {
    const { sql, params } = exportParquetSql(scope, filter, wanted);
    return engine.streamParquet(sql, params, signal);
  },
});

export const exportCallsSql = (scope: Scope, filter: CallFilter, { order, cap }: ExportOrder) =>
  selectCallsSql(scope, filter, { order, after: null, limit: cap });

const text = (column: string) => `nullIf(toString(${column}), '')`;

/** The twenty fields of a call. Fields without a fixed form are JSON. */
const PARQUET_FIELDS: Readonly<Record<string, string>> = {
  id: 'id',
  provider: 'toString(provider)',
  model: 'toString(model)',
  timestamp: `fromUnixTimestamp64Milli(timestamp_ms, 'UTC')`,
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  totalTokens: 'total_tokens',
  costUsd: 'cost_usd',
  latencyMs: 'latency_ms',
  tags: `CAST(tags, 'Map(String, String)')`,
  error: text('error'),
  errorDetails: text('error_details'),
  traceId: text('trace_id'),
  spanId: text('span_id'),
  parentSpanId: text('parent_span_id'),
  sessionId: text('session_id'),
  toolCalls: text('tool_calls'),
  piiRedacted: 'pii_redacted',
  redactionMetadata: text('redaction_metadata'),
  requestMeta: text('request_meta'),
};

/** Wraps the statement of the list: inside it, column names still mean the columns. */
export function exportParquetSql(scope: Scope, filter: CallFilter, wanted: ExportOrder) {
  const { sql, params } = exportCallsSql(scope, filter, wanted);
  const fields = Object.entries(PARQUET_FIELDS).map(([name, column]) => `${column} AS ${name}`);
  const { scores } = wanted;
  if (scores)
    fields.push(
      `${text("transform(id, {scoredIds: Array(String)}, {scoresOf: Array(String)}, '')")} AS scores`,
    );
  return {
    sql: `SELECT ${fields.join(',\n  ')}\nFROM (\n${sql}\n)`,
    // An empty array has no type to transform to.
    params: scores
      ? { ...params, scoredIds: ['', ...scores.keys()], scoresOf: ['', ...scores.values()] }
      : params,
  };
}
