// Each read of the interface, with the shortest SQL that gives the same answer from the same tables, and the
// figures that it has to reach.
import { hashId, idHashText } from '../../server/src/store/records/writer/dedup/id-hash.ts';
import { CALL_SELECT } from '../../server/src/store/records/questions/call-columns.ts';

/** A call of the account that queries ask for. */
export interface Sample {
  id: string;
  traceId: string;
  sessionId: string;
  userId: string;
}

/** In milliseconds. */
interface Figures {
  p50: number;
  p99?: number;
}

export interface Question {
  name: string;
  must: Figures;
  goal: Figures;
  ask(sample: Sample): { method: 'GET' | 'POST'; path: string; body?: object; accept?: string };
  bare(sample: Sample): string;
  /** The output format of the bare SQL. */
  format?: 'CSV';
}

export const RATIO = { must: 2, goal: 1.3 };
/** The ratio while records of the same account keep arriving. */
export const RATIO_WITH_WRITES = { must: 3, goal: 1.6 };

const DAY_MS = 86_400_000;
const BUCKETS = 30;

const LOOK_UP = { must: { p50: 30, p99: 80 }, goal: { p50: 15, p99: 40 } };
/** The first page of a list, which the dashboard still has to draw. */
const PAGE = { must: { p50: 100 }, goal: { p50: 50 } };
const TRACES = { must: { p50: 150 }, goal: { p50: 75 } };
const SUMMED = { must: { p50: 30 }, goal: { p50: 15 } };
const RAW = { must: { p50: 250 }, goal: { p50: 110 } };
const SPREAD = { must: { p50: 220 }, goal: { p50: 115 } };

/** Covers one account, in the days before `endMs`. The values are generated ids, so they need no escaping. */
export function questionsOf(account: number, endMs: number): Question[] {
  const times = (days: number) => ({
    startTime: new Date(endMs - days * DAY_MS).toISOString(),
    endTime: new Date(endMs).toISOString(),
  });
  const own = `account = ${account}`;
  const within = (days: number, column = 'timestamp', unit = 'fromUnixTimestamp64Milli') =>
    unit === 'toDateTime'
      ? `${own} AND ${column} >= toDateTime(${Math.floor((endMs - days * DAY_MS) / 1_000)}) AND ${column} < toDateTime(${Math.floor(endMs / 1_000)})`
      : `${own} AND ${column} >= ${unit}(${endMs - days * DAY_MS}) AND ${column} < ${unit}(${endMs})`;
  const rows = (where: string, rest: string) => `SELECT ${CALL_SELECT} FROM calls WHERE ${where} ${rest}`;
  const newest = (limit: number) => `ORDER BY timestamp DESC, id DESC LIMIT ${limit}`;
  const traces = `(SELECT trace_id FROM calls WHERE ${own} ORDER BY timestamp DESC LIMIT 1 BY trace_id LIMIT 50)`;
  // Without an end: calls that arrive meanwhile are newer.
  const dayOfTraces = `${own} AND timestamp >= fromUnixTimestamp64Milli(${endMs - DAY_MS}) AND trace_id IN ${traces}`;
  const newestTraces = `SELECT trace_id, count(), sum(total_tokens), sum(cost_usd), min(timestamp), max(timestamp), topK(5)(model)
FROM calls WHERE ${dayOfTraces} GROUP BY trace_id
UNION ALL SELECT trace_id, count(), 0, 0, min(timestamp), max(timestamp), []
FROM observations WHERE ${own} AND trace_id IN ${traces} GROUP BY trace_id`;
  const list = (body: object) => ({ method: 'POST' as const, path: '/v1/query/calls', body });
  const post = (name: string, body: object) => ({ method: 'POST' as const, path: `/v1/query/${name}`, body });
  return [
    {
      name: 'newest 50',
      ...LOOK_UP,
      ask: () => list({}),
      bare: () => rows(own, newest(50)),
    },
    {
      name: 'newest 50 with previews',
      ...PAGE,
      ask: () => list({ preview: true }),
      bare: () =>
        `SELECT * FROM (${rows(own, newest(50))}) AS listed LEFT JOIN (SELECT id, base64Encode(sealed) FROM call_content
WHERE ${own} AND (timestamp, id) IN (SELECT timestamp, id FROM calls WHERE ${own} ${newest(50)})) AS said USING id`,
    },
    {
      name: 'newest 50 traces',
      ...TRACES,
      ask: () => post('traces', {}),
      bare: () => newestTraces,
    },
    {
      name: 'newest 50 traces with previews',
      ...TRACES,
      ask: () => post('traces', { preview: true }),
      // The content of the first and the last call of each.
      bare: () => `${newestTraces}
UNION ALL SELECT base64Encode(sealed), 0, 0, 0, timestamp, timestamp, [] FROM call_content WHERE ${own} AND (timestamp, id) IN
(SELECT arrayJoin([min((timestamp, id)), max((timestamp, id))]) FROM calls WHERE ${dayOfTraces} GROUP BY trace_id)`,
    },
    {
      name: 'by id',
      ...LOOK_UP,
      ask: ({ id }) => ({ method: 'GET', path: `/v1/query/calls/${id}` }),
      bare: ({ id }) =>
        rows(
          `${own} AND id = '${id}' AND timestamp IN (SELECT timestamp FROM call_ids WHERE ${own} AND id_hash = ${idHashText(hashId(id))})`,
          'LIMIT 1',
        ),
    },
    {
      name: 'trace',
      ...LOOK_UP,
      ask: ({ traceId }) => ({ method: 'GET', path: `/v1/query/trace/${traceId}` }),
      bare: ({ traceId }) => rows(`${own} AND trace_id = '${traceId}'`, 'ORDER BY timestamp, id LIMIT 500'),
    },
    {
      name: 'session',
      must: { p50: 100 },
      goal: { p50: 45 },
      ask: ({ sessionId }) => ({ method: 'GET', path: `/v1/query/session/${sessionId}` }),
      bare: ({ sessionId }) => rows(`${own} AND session_id = '${sessionId}'`, newest(1_000)),
    },
    {
      name: 'tag filter, 90 d',
      must: { p50: 300 },
      goal: { p50: 150 },
      ask: ({ userId }) => list({ ...times(90), tags: { userId } }),
      bare: ({ userId }) => rows(`${within(90)} AND tags['userId'] = '${userId}'`, newest(50)),
    },
    {
      name: 'top 200 by cost',
      must: { p50: 450 },
      goal: { p50: 240 },
      ask: () => list({ sortBy: 'cost_usd', limit: 200 }),
      bare: () => rows(own, 'ORDER BY cost_usd DESC, timestamp DESC, id DESC LIMIT 200'),
    },
    {
      name: 'cost by model, 30 d',
      ...SUMMED,
      ask: () => post('aggregate', { groupBy: 'model', metric: 'cost', ...times(30) }),
      bare: () =>
        `SELECT model, sum(cost_usd) AS value, sum(calls), max(last_seen) FROM agg_15m WHERE ${within(30, 'bucket', 'toDateTime')} GROUP BY model ORDER BY value DESC`,
    },
    {
      name: 'cost by day, 90 d',
      ...SUMMED,
      ask: () => post('aggregate', { groupBy: 'day', metric: 'cost', ...times(90) }),
      bare: () =>
        `SELECT toDate(bucket) AS day, sum(cost_usd), sum(calls), max(last_seen) FROM agg_15m WHERE ${within(90, 'bucket', 'toDateTime')} GROUP BY day ORDER BY day`,
    },
    {
      name: 'tokens by hour, 7 d',
      ...SUMMED,
      ask: () => post('aggregate', { groupBy: 'hour', metric: 'tokens', ...times(7) }),
      bare: () =>
        `SELECT toStartOfHour(bucket) AS hour, sum(total_tokens), sum(calls), max(last_seen) FROM agg_15m WHERE ${within(7, 'bucket', 'toDateTime')} GROUP BY hour ORDER BY hour`,
    },
    {
      name: 'cost by day of one tag, 90 d',
      ...RAW,
      ask: () =>
        post('aggregate', { groupBy: 'day', metric: 'cost', tags: { env: 'staging' }, ...times(90) }),
      bare: () =>
        `SELECT toDate(timestamp) AS day, sum(cost_usd), count(), max(timestamp) FROM calls WHERE ${within(90)} AND tags['env'] = 'staging' GROUP BY day ORDER BY day`,
    },
    {
      name: 'count by error, 90 d',
      ...RAW,
      ask: () => post('aggregate', { groupBy: 'error', metric: 'count', ...times(90) }),
      bare: () =>
        `SELECT error, count() AS value, max(timestamp) FROM calls WHERE ${within(90)} GROUP BY error ORDER BY value DESC`,
    },
    {
      name: 'cost by tag, 30 d',
      ...RAW,
      ask: () => post('aggregate', { groupBy: 'tag', tagKey: 'feature', metric: 'cost', ...times(30) }),
      bare: () =>
        `SELECT tags['feature'] AS tag, sum(cost_usd) AS value, count(), max(timestamp) FROM calls WHERE ${within(30)} GROUP BY tag ORDER BY value DESC`,
    },
    {
      name: 'percentiles, 90 d',
      ...SPREAD,
      ask: () => post('percentiles', times(90)),
      bare: () =>
        `SELECT quantilesExactInclusive(0.5, 0.95, 0.99, 0.999)(latency_ms), max(latency_ms), count() FROM calls WHERE ${within(90)}`,
    },
    {
      name: 'histogram, 90 d',
      ...SPREAD,
      ask: () => post('distribution', { buckets: BUCKETS, ...times(90) }),
      bare: () => `WITH (SELECT (min(latency_ms), max(latency_ms)) FROM calls WHERE ${within(90)}) AS ends
SELECT least(${BUCKETS - 1}, floor((latency_ms - ends.1) / (ends.2 - ends.1) * ${BUCKETS})) AS bucket, count() FROM calls WHERE ${within(90)} GROUP BY bucket ORDER BY bucket`,
    },
    {
      name: 'export of 50,000, CSV',
      must: { p50: 1_000 },
      goal: { p50: 350 },
      format: 'CSV',
      ask: () => ({ method: 'POST', path: '/v1/query/export?format=csv', body: {} }),
      bare: () => rows(own, newest(50_000)),
    },
  ];
}
