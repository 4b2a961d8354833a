// The spans of one trace as a flat list without large columns, a page at a time: a trace may have tens of
// thousands. The engine merges calls and observations.
import { aboutText } from './about.ts';
import { question } from './question.ts';
import { reachOf, within, type Reach } from './run-reach.ts';
import { Where, type Scope } from './scope.ts';
import { calledTools } from './span-names.ts';

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
  agent: string;
  tool: string;
  sessionId: string;
  userId: string;
  /** That the model asked for, as its answer says. */
  tools: string[];
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
/** Names of tools of one call. */
const MOST_TOOLS = 50;

export const selectTraceSpans = question({
  name: 'selectTraceSpans',
  about: aboutText,
  run: async (engine, scope, traceId: string, page: SpanPage): Promise<SpanList> => {
    const reach = await reachOf(engine, scope, traceId);
    if (!reach) return { spans: [], total: 0 };
    const [ofSpans, ofTotal] = traceSpansSql(scope, traceId, reach, page);
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
  total_tokens AS tokens, cost_usd AS cost, toString(agent) AS of_agent, '' AS of_tool, session_id, user_id, arraySlice(${calledTools()}, 1, ${MOST_TOOLS}) AS asked`;

const OF_OBSERVATION = `'observation' AS kind, id, timestamp AS at, toString(type) AS of_type,
  name AS called,
  span_id, parent_span_id, duration_ms AS took, toString(error) AS failed, '' AS by_provider, '' AS by_model,
  toFloat64(0) AS tokens, toFloat64(0) AS cost, toString(agent) AS of_agent, toString(tool) AS of_tool, session_id, user_id, CAST([], 'Array(String)') AS asked`;

export function traceSpansSql(scope: Scope, traceId: string, reach: Reach, { after, limit }: SpanPage) {
  const ofTrace = (): Where =>
    within(Where.of(scope).and('trace_id = {traceId: String}', { traceId }), reach);
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
      sql: `SELECT kind, id, of_type AS type, substringUTF8(called, 1, ${NAME}) AS name, span_id AS spanId, parent_span_id AS parentSpanId,
  toUnixTimestamp64Milli(at) AS startMs, took AS durationMs, substringUTF8(failed, 1, ${ERROR}) AS error, by_provider AS provider,
  by_model AS model, tokens AS totalTokens, cost AS costUsd, of_agent AS agent, of_tool AS tool, session_id AS sessionId, user_id AS userId, asked AS tools
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
      sql: `SELECT toFloat64(sum(found)) AS total\nFROM (\n${count('calls')}\nUNION ALL\n${count('observations')}\n)`,
      params: whole.params,
    },
  ] as const;
}
