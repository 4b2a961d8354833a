// A page of spans of any type, in any order that the interface offers, and the same spans for an export. A page ends at
// the sort value, time and id of its last span, and the next one begins right behind it.
import type { CallRef } from '../record.ts';
import { aboutFilter } from './about.ts';
import { readsMuch, type SpanFilter } from './call-filter.ts';
import { question, streamQuestion, type Statement, type Unloaded } from './question.ts';
import type { Scope } from './scope.ts';
import { fromSource, paramsOf, sourcesOf } from './sources.ts';

/** Characters. The span itself has the whole text. */
const MAX_NAME = 256;
const MAX_ERROR = 300;

const SORT_COLUMNS = {
  startTime: 'timestamp',
  durationMs: 'latency_ms',
  costUsd: 'cost_usd',
  totalTokens: 'total_tokens',
  name: `substringUTF8(name, 1, ${MAX_NAME})`,
} as const;
export type SpanSort = keyof typeof SORT_COLUMNS;
export const SPAN_SORTS = Object.keys(SORT_COLUMNS) as SpanSort[];

export interface SpanOrder {
  by: SpanSort;
  descending: boolean;
}

export interface ListedSpanPlace extends CallRef {
  /** The value of the sort column. It is the time when that is the order. */
  value: string | number;
}

export interface SpanListPage {
  order: SpanOrder;
  after: ListedSpanPlace | null;
  limit: number;
}

/** '' means absent. Observations have neither tokens nor cost. */
export interface ListedSpan {
  id: string;
  traceId: string;
  spanId: string;
  parentSpanId: string;
  kind: 'llm' | 'observation';
  type: string;
  name: string;
  agent: string;
  tool: string;
  startMs: number;
  durationMs: number;
  error: string;
  sessionId: string;
  userId: string;
  release: string;
  environment: string;
  provider: string;
  model: string;
  totalTokens: number;
  costUsd: number;
}

type Row = Omit<ListedSpan, 'startMs'> & { startMs: string };

const COLUMNS = [
  'id',
  'trace_id',
  'span_id',
  'parent_span_id',
  'kind',
  'type',
  'name',
  'agent',
  'tool',
  'timestamp',
  'latency_ms',
  'error',
  'session_id',
  'user_id',
  'release',
  'environment',
  'provider',
  'model',
  'total_tokens',
  'cost_usd',
].join(', ');

const SELECT = `id, trace_id AS traceId, span_id AS spanId, parent_span_id AS parentSpanId, kind, toString(type) AS type,
  substringUTF8(name, 1, ${MAX_NAME}) AS name, toString(agent) AS agent, toString(tool) AS tool,
  toUnixTimestamp64Milli(timestamp) AS startMs, latency_ms AS durationMs, substringUTF8(error, 1, ${MAX_ERROR}) AS error,
  session_id AS sessionId, user_id AS userId, toString(release) AS release, toString(environment) AS environment,
  toString(provider) AS provider, toString(model) AS model, total_tokens AS totalTokens, cost_usd AS costUsd`;

export const selectSpanPage = question({
  name: 'selectSpanPage',
  heavy: (filter: SpanFilter, { order }: SpanListPage) => order.by !== 'startTime' || isNarrow(filter),
  about: aboutFilter,
  readsUnloaded: 'spans',
  run: async (engine, scope, filter: SpanFilter, page: SpanListPage): Promise<ListedSpan[]> => {
    const { sql, params } = spanPageSql(scope, filter, page, engine);
    return (await engine.query<Row>(sql, params)).map(fromRow);
  },
});

interface SpanExport {
  order: SpanOrder;
  /** At most this many. */
  cap: number;
}

export const streamSpans = streamQuestion({
  name: 'streamSpans',
  about: aboutFilter,
  parts: (
    engine,
    scope,
    signal,
    filter: SpanFilter,
    { order, cap }: SpanExport,
  ): AsyncIterable<ListedSpan[]> => {
    const { sql, params } = spanPageSql(scope, filter, { order, after: null, limit: cap });
    return listed(engine.streamRows<Row>(sql, params, signal));
  },
});

async function* listed(batches: AsyncIterable<Row[]>): AsyncGenerator<ListedSpan[]> {
  for await (const rows of batches) yield rows.map(fromRow);
}

const isNarrow = ({ type, name, agent, tool, ...filter }: SpanFilter): boolean =>
  readsMuch(filter) || [type, name, agent, tool].some((value) => value !== undefined);

const fromRow = (row: Row): ListedSpan => ({ ...row, startMs: Number(row.startMs) });

export function spanPageSql(
  scope: Scope,
  filter: SpanFilter,
  { order, after, limit }: SpanListPage,
  unloaded: Unloaded = {},
): Statement {
  const sources = sourcesOf('spans', scope, filter, COLUMNS, unloaded);
  const column = SORT_COLUMNS[order.by];
  const byTime = order.by === 'startTime';
  const keys = byTime ? ['timestamp', 'id'] : [column, 'timestamp', 'id'];
  const direction = order.descending ? 'DESC' : 'ASC';
  const first = `ORDER BY ${keys.map((key) => `${key} ${direction}`).join(', ')}\nLIMIT {limit: UInt32}`;
  const parts = sources.map((source) => {
    if (after) {
      const sign = order.descending ? '<' : '>';
      const values = ['fromUnixTimestamp64Milli({afterMs: Int64})', '{afterId: String}'];
      if (!byTime) values.unshift(`{afterValue: ${order.by === 'name' ? 'String' : 'Float64'}}`);
      source.where.and(`(${keys.join(', ')}) ${sign} (${values.join(', ')})`, {
        afterMs: after.timestampMs,
        afterId: after.id,
        ...(byTime ? {} : { afterValue: after.value }),
      });
      // The tables' key begins with the time: as a condition of its own, it lets the engine skip rows.
      if (byTime) source.where.and(`timestamp ${sign}= fromUnixTimestamp64Milli({afterMs: Int64})`);
    }
    // A limit in each part lets the engine read a table in its order and stop early.
    return `(SELECT ${COLUMNS}\n${fromSource(source)}\n${first})`;
  });
  return {
    sql: `SELECT ${SELECT}
FROM (
${parts.join('\nUNION ALL\n')}
)
${first}`,
    params: { ...paramsOf(sources), limit },
  };
}

export function placeOfSpan(span: ListedSpan, { by }: SpanOrder): ListedSpanPlace {
  const { id, startMs, durationMs, costUsd, totalTokens, name } = span;
  const values: Record<SpanSort, string | number> = {
    startTime: startMs,
    durationMs,
    costUsd,
    totalTokens,
    name,
  };
  return { value: values[by], timestampMs: startMs, id };
}
