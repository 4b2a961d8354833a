// How much the engine reads for each question, kept in a file: a change that makes it read twice as much
// shows in review. One set of calls, made by the engine in one statement, so every month is one part of the
// table and nothing is left to merge.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { CountingEngine, NONE, type Read } from '#test/support/counting-engine';
import {
  insertMadeCallsSql,
  insertMadeContentSql,
  insertMadeObservationsSql,
  type MadeCalls,
} from '#test/support/made-calls';
import { minutesUnderEmulation, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregate } from './aggregate.ts';
import type { AggregateQuestion } from './aggregate-parts.ts';
import type { CallFilter } from './call-filter.ts';
import { selectSealedContent } from './content.ts';
import { selectContentPlaces } from './content-places.ts';
import { selectDistribution } from './distribution.ts';
import { streamCalls } from './export-calls.ts';
import { selectFacetValues, type FacetQuestion } from './facets.ts';
import { selectCall } from './call.ts';
import { selectCalls, placeOf, type CallOrder } from './calls.ts';
import { selectSessions, type SessionPlace } from './sessions.ts';
import { selectPercentiles } from './percentiles.ts';
import type { Scope } from './scope.ts';
import { selectSession } from './session.ts';
import { selectTraceSpans } from './trace-spans.ts';
import { selectTrace } from './trace.ts';
import type { RunFilter } from './run-filter.ts';
import { selectTraceList, type TracePlace } from './traces.ts';

const endMs = Date.parse('2026-03-01T00:00:00.000Z');
const made: MadeCalls = {
  rows: 48_000,
  busyAccount: 1,
  busyRows: 24_000,
  others: 6,
  firstOther: 2,
  endMs,
  days: 90,
};
const scope: Scope = { account: made.busyAccount, project: null, sinceMs: endMs - 90 * DAY_MS };
const days = (count: number) => ({ startMs: endMs - count * DAY_MS, endMs });
const byTime: CallOrder = { by: 'timestamp', descending: true };

/** A call from the middle of the data, with its trace and session. */
interface Known {
  id: string;
  timestampMs: number;
  traceId: string;
  sessionId: string;
}

type Question = (engine: RecordsEngine, known: Known) => Promise<unknown>;

const list =
  (filter: CallFilter, limit = 51, order = byTime): Question =>
  (engine) =>
    selectCalls(filter, { order, after: null, limit }).run(engine, scope);

const series =
  (window: number, question: AggregateQuestion, filter: CallFilter = {}): Question =>
  (engine) =>
    selectAggregate({ ...filter, ...days(window) }, question).run(engine, scope);

const sessions =
  (
    filter: CallFilter,
    after: (known: Known) => SessionPlace | null = () => null,
    within: Scope = scope,
  ): Question =>
  (engine, known) =>
    selectSessions(filter, { after: after(known), limit: 50 }).run(engine, within);

const traces =
  (
    filter: RunFilter,
    after: (known: Known) => TracePlace | null = () => null,
    within: Scope = scope,
  ): Question =>
  (engine, known) =>
    selectTraceList(filter, { after: after(known), limit: 50 }).run(engine, within);

/** An account with many traces, one a minute: a call and an observation each. Four of them are a session. */
const MANY = 100_000;
const ofMany: Scope = { ...scope, account: 99 };
const manySql = (
  table: 'calls' | 'observations',
  columns: string,
  values: string,
): string => `INSERT INTO ${table}
  (account, project, id, trace_id, timestamp, received_at, expires_at, ${columns})
SELECT 99, 1, concat(trace_id, '-', '${table}'), lower(hex(sipHash128(number))) AS trace_id,
  fromUnixTimestamp64Milli(toInt64(${endMs} - number * ${MINUTE_MS}), 'UTC') AS timestamp, timestamp, toDateTime('2100-01-01 00:00:00', 'UTC'), ${values}
FROM numbers(${MANY})
SETTINGS max_insert_threads = 1, max_threads = 1`;

const facet =
  (window: number, question: Omit<FacetQuestion, 'limit'>): Question =>
  (engine) =>
    selectFacetValues(days(window), { ...question, limit: 50 }).run(engine, scope);

const QUESTIONS: Readonly<Record<string, Question>> = {
  'newest 50': list({}),
  'next 50 from the middle': (engine, { id, timestampMs }) =>
    selectCalls({}, { order: byTime, after: { value: timestampMs, timestampMs, id }, limit: 51 }).run(
      engine,
      scope,
    ),
  'by id': (engine, { id }) => selectCall(id).run(engine, scope),
  'content of one call': (engine, { id, timestampMs }) =>
    selectSealedContent([{ id, timestampMs }]).run(engine, scope),
  trace: (engine, { traceId }) => selectTrace(traceId, 500).run(engine, scope),
  session: (engine, { sessionId }) => selectSession(sessionId, 1_000).run(engine, scope),
  'tag filter, 90 d': list({ tags: { userId: 'user-77' }, ...days(90) }),
  'search for nothing, 90 d': list({ search: 'not there at all', ...days(90) }),
  'top 200 by cost': list({}, 201, { by: 'cost_usd', descending: true }),
  'aggregate: cost by day, 90 d': series(90, { axis: 'day', metric: 'cost' }),
  'aggregate: cost by model, 30 d': series(30, { axis: 'model', metric: 'cost' }),
  'aggregate: cost by day of one tag, 90 d': series(
    90,
    { axis: 'day', metric: 'cost' },
    { tags: { env: 'staging' } },
  ),
  'aggregate: count by error, 90 d': series(90, { axis: 'error', metric: 'count' }),
  'aggregate: cost by tag, 30 d': series(30, { axis: 'tag', tagKey: 'feature', metric: 'cost' }),
  'percentiles of latency, 90 d': (engine) =>
    selectPercentiles(days(90), { metric: 'latency', axis: null }).run(engine, scope),
  'histogram of latency, 90 d': (engine) =>
    selectDistribution(days(90), { metric: 'latency', buckets: 30, scale: 'linear' }).run(engine, scope),
  'spans of a trace': (engine, { traceId }) =>
    selectTraceSpans(traceId, { after: null, limit: 5_001 }).run(engine, scope),
  'newest 50 sessions': sessions({}),
  'next 50 sessions from the middle': sessions({}, ({ timestampMs, sessionId }) => ({
    atMs: timestampMs,
    sessionId,
    untilMs: endMs,
  })),
  'newest 50 of 25,000 sessions': sessions({}, () => null, ofMany),
  'next 50 of 25,000 sessions from the middle': sessions(
    {},
    () => ({ atMs: endMs - (MANY / 2) * MINUTE_MS, sessionId: 'x', untilMs: endMs }),
    ofMany,
  ),
  'newest 50 traces': traces({ calls: {} }),
  'next 50 traces from the middle': traces({ calls: {} }, ({ timestampMs, traceId }) => ({
    atMs: timestampMs,
    traceId,
    untilMs: endMs,
  })),
  'newest 50 of 100,000 traces': traces({ calls: {} }, () => null, ofMany),
  'next 50 of 100,000 traces from the middle': traces(
    { calls: {} },
    () => ({ atMs: endMs - (MANY / 2) * MINUTE_MS, traceId: 'x', untilMs: endMs }),
    ofMany,
  ),
  'newest 50 traces of a model': traces({ calls: { model: 'model-a-1-mini' } }),
  'traces of a tool that failed, 30 d': traces({ calls: days(30), tool: 'search', failingTool: true }),
  'places of two contents': (engine, { id, traceId }) =>
    selectContentPlaces([id, `${traceId}-${'a'.repeat(16)}`]).run(engine, scope),
  'calls of a prompt, 90 d': list({ promptName: 'not there at all', ...days(90) }),
  'facet: models, 30 d': facet(30, { facet: 'model' }),
  'facet: keys of tags, 30 d': facet(30, { facet: 'tagKey' }),
  'facet: users, 30 d': facet(30, { facet: 'userId' }),
  'export of 1,000': (engine) => exported(engine, 1_000),
};

async function exported(engine: RecordsEngine, cap: number): Promise<void> {
  const never = new AbortController().signal;
  const batches = streamCalls({}, { order: byTime, cap }).parts(engine, scope, never);
  for await (const batch of batches) expect(batch.length).toBeGreaterThan(0);
}

/** Two digits: sizes of blocks differ a little from one version of the engine to the next. */
const rounded = (bytes: number): string => Number(bytes.toPrecision(2)).toLocaleString('en');

const line = (name: string, { statements, rows, bytes }: Read = NONE): string =>
  `${name.padEnd(44)}${String(statements).padStart(10)}${rows.toLocaleString('en').padStart(12)}${rounded(bytes).padStart(14)}`;

/** For an emulated engine that others use too. */
const PATIENCE_MS = 600_000;

const engines = await testEngines();

describe.skipIf(minutesUnderEmulation).each(engines)('what is read on the $name engine', ({ config }) => {
  let engine: RecordsEngine;
  let counting: CountingEngine;
  let known: Known;

  beforeAll(async () => {
    engine = await openEngine(config, testOptions());
    counting = await CountingEngine.open(config, engine);
    await migrateRecords(engine);
    await engine.command(insertMadeCallsSql(made));
    await engine.command(insertMadeObservationsSql(made));
    await engine.command(insertMadeContentSql(made));
    const session = `concat('s-', toString(intDiv(number, 4)))`;
    await engine.command(manySql('calls', 'provider, model, session_id', `'openai', 'gpt-5', ${session}`));
    await engine.command(manySql('observations', 'type, name', `'tool', 'search'`));
    // Filled by calls and by observations, so it has two parts until they are merged.
    await engine.command('OPTIMIZE TABLE call_ids FINAL');
    const half = { startMs: endMs - 45 * DAY_MS };
    const order: CallOrder = { by: 'timestamp', descending: false };
    const page = { order, after: null, limit: 20 };
    const found = (await selectCalls(half, page).run(engine, scope)).find(({ hasContent }) => hasContent);
    if (!found) throw new Error('No call with content in the middle.');
    const { id, timestampMs } = placeOf(found, order);
    known = { id, timestampMs, traceId: found.call.traceId ?? '', sessionId: found.call.sessionId ?? '' };
  }, PATIENCE_MS);
  afterAll(async () => {
    await counting.close();
    await engine.command(`DROP DATABASE IF EXISTS ${engine.database} SYNC`);
    await engine.close();
  });

  it('for every question', { timeout: PATIENCE_MS }, async () => {
    const lines = [
      `${'question'.padEnd(44)}${'statements'.padStart(10)}${'rows'.padStart(12)}${'bytes'.padStart(14)}`,
    ];
    const waiting = Object.entries(QUESTIONS);
    const reads = new Map<string, Read>();
    const next = async (): Promise<void> => {
      for (let each = waiting.shift(); each; each = waiting.shift()) {
        const [name, ask] = each;
        reads.set(name, await counting.of((asked) => ask(asked, known)));
      }
    };
    await Promise.all([next(), next(), next()]);
    for (const name of Object.keys(QUESTIONS)) lines.push(line(name, reads.get(name)));
    await expect(`${lines.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/reads.txt');
  });
});
