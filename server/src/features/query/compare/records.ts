// The spans of a run as far as two runs are compared by them: without large columns, earliest first.
import { question, Where, type Scope } from '#records';

export interface ReadComparedSpan {
  kind: 'llm' | 'observation';
  id: string;
  type: string;
  name: string;
  spanId: string;
  parentSpanId: string;
  startMs: number;
  durationMs: number;
  error: string;
  provider: string;
  model: string;
  promptTokens: number;
  completionTokens: number;
  totalTokens: number;
  costUsd: number;
  unpriced: boolean;
  hasContent: boolean;
  /** Of content that is not stored: equal for equal input and output. '' if nothing is known about it. */
  digest: string;
}

type Row = Omit<ReadComparedSpan, 'startMs' | 'unpriced' | 'hasContent'> & {
  startMs: string;
  unpriced: number;
  hasContent: number;
};

export const selectComparedSpans = question({
  name: 'selectComparedSpans',
  about: (traceId: string) => ({ texts: [traceId] }),
  sql: comparedSpansSql,
  read: (rows: Row[]) =>
    rows.map((row): ReadComparedSpan => ({
      ...row,
      startMs: Number(row.startMs),
      unpriced: row.unpriced === 1,
      hasContent: row.hasContent === 1,
    })),
});

/** Characters. The span itself has the whole text. */
const NAME = 256;
const ERROR = 300;

// Aliases differ from the column names, so that a condition cannot mean the wrong one.
const OF_CALL = `'llm' AS kind, id, timestamp AS at, 'llm' AS of_type, if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  prompt_tokens AS prompt, completion_tokens AS completion, total_tokens AS tokens, cost_usd AS cost,
  price_source = 'none' AS no_price, has_content AS kept, JSONExtractRaw(request_meta, 'contentDigest') AS said`;

const OF_OBSERVATION = `'observation' AS kind, id, timestamp AS at, toString(type) AS of_type, name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS prompt, toFloat64(0) AS completion, toFloat64(0) AS tokens, toFloat64(0) AS cost,
  0 AS no_price, has_content AS kept, '' AS said`;

export function comparedSpansSql(scope: Scope, traceId: string, limit: number) {
  const where = Where.of(scope).and('trace_id = {traceId: String}', { traceId });
  const part = (columns: string, table: string): string =>
    `SELECT ${columns}\nFROM ${table}\nWHERE ${where.sql}\nORDER BY timestamp, id\nLIMIT {limit: UInt32}`;
  return {
    sql: `SELECT kind, id, of_type AS type, substringUTF8(called, 1, ${NAME}) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, ${ERROR}) AS error, by_provider AS provider,
  by_model AS model, prompt AS promptTokens, completion AS completionTokens, tokens AS totalTokens, cost AS costUsd,
  toUInt8(no_price) AS unpriced, toUInt8(kept) AS hasContent, said AS digest
FROM (
(${part(OF_CALL, 'calls')})
UNION ALL
(${part(OF_OBSERVATION, 'observations')})
)
ORDER BY at, id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
