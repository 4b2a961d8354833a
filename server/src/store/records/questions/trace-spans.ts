// The spans of one trace as a flat list without large columns, a page at a time: a trace may have tens of
// thousands. The engine merges calls and observations.
import { aboutText } from './about.ts';
import { question } from './question.ts';
import { IN_REACH, REACH } from './run-reach.ts';
import { Where, type Scope } from './scope.ts';

export interface SpanPlace {
  startMs: number;
  id: string;
}

export interface SpanPage {
  after: SpanPlace | null;
  limit: number;
}

export interface ReadSpan {
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
  totalTokens: number;
  costUsd: number;
}

/** In the order of (start, id). '' means absent. */
interface SpanList {
  spans: ReadSpan[];
  /** Spans of the whole trace. */
  total: number;
}

type Row = Omit<ReadSpan, 'startMs'> & { startMs: string };

/** Characters. The span itself has the whole text. */
const NAME = 256;
const ERROR = 300;

export const selectTraceSpans = question({
  name: 'selectTraceSpans',
  about: aboutText,
  run: async (engine, scope, traceId: string, page: SpanPage): Promise<SpanList> => {
    const [ofSpans, ofTotal] = traceSpansSql(scope, traceId, page);
    const rows = await engine.query<Row>(ofSpans.sql, ofSpans.params);
    const spans = rows.map((row) => Object.assign(row, { startMs: Number(row.startMs) }));
    // Most traces fit on one page and need no count.
    if (page.after === null && spans.length < page.limit) return { spans, total: spans.length };
    const [counted] = await engine.query<{ total: number }>(ofTotal.sql, ofTotal.params);
    return { spans, total: counted?.total ?? 0 };
  },
});

// Aliases differ from the column names, so that a condition cannot mean the wrong one.
const OF_CALL = `'llm' AS kind, id, timestamp AS at, 'llm' AS of_type,
  if(name = '', toString(model), toString(name)) AS called,
  span_id, parent_span_id, latency_ms AS took, toString(error) AS failed, toString(provider) AS by_provider, toString(model) AS by_model,
  total_tokens AS tokens, cost_usd AS cost`;

const OF_OBSERVATION = `'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost`;

export function traceSpansSql(scope: Scope, traceId: string, { after, limit }: SpanPage) {
  const ofTrace = (): Where => Where.of(scope).and('trace_id = {traceId: String}', { traceId }).and(IN_REACH);
  const [whole, page] = [ofTrace(), ofTrace()];
  if (after) {
    const { startMs: afterMs, id: afterId } = after;
    page
      .and('(timestamp, id) > (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})', {
        afterMs,
        afterId,
      })
      .and('timestamp >= fromUnixTimestamp64Milli({afterMs: Int64})');
  }
  const part = (columns: string, table: string): string =>
    `SELECT ${columns}\nFROM ${table}\nWHERE ${page.sql}\nORDER BY timestamp, id\nLIMIT {limit: UInt32}`;
  const count = (table: string): string => `SELECT count() AS found\nFROM ${table}\nWHERE ${whole.sql}`;
  return [
    {
      sql: `${REACH}SELECT kind, id, of_type AS type, substringUTF8(called, 1, ${NAME}) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, ${ERROR}) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd
FROM (
(${part(OF_CALL, 'calls')})
UNION ALL
(${part(OF_OBSERVATION, 'observations')})
)
ORDER BY at, id
LIMIT {limit: UInt32}`,
      params: { ...page.params, limit },
    },
    {
      sql: `${REACH}SELECT toFloat64(sum(found)) AS total\nFROM (\n${count('calls')}\nUNION ALL\n${count('observations')}\n)`,
      params: whole.params,
    },
  ] as const;
}
