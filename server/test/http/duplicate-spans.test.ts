// Two spans of one call in two requests: the inner one is the call, the outer one an observation, whichever
// comes first, even if no process could know. The records store is fake except in the last test, which needs
// the engine.
import { describe, expect, inject, it } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { listJobs } from '#core/jobs/job-queue';
import type { CallRef, CallSpan, Incoming, RecordsStore } from '#records';
import { openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { RESPONSE } from '#test/support/call-links';
import { FakeClock } from '#test/support/clock';
import { testEngine } from '#test/support/lazy-records';
import { exportOf, inference, type SampleSpan } from '#test/support/sample-spans';
import { watchOf } from '../../src/features/ingest/duplicate-spans/duplicate-check.ts';
import { RecentCalls } from '../../src/features/ingest/duplicate-spans/recent-calls.ts';
import { leftToSqlite } from '#test/support/records-engine';
import { runJobs } from '#test/support/run-jobs';

const SLOW_MS = 900_000;
const START = Date.UTC(2026, 5, 15, 12);

const idOf = ({ traceId, spanId }: SampleSpan): string => `${traceId}-${spanId}`;

function nested(startMs = START, counted = true): { outer: SampleSpan; inner: SampleSpan } {
  const outer = inference(
    counted ? {} : { 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.output_tokens': 0 },
    startMs,
  );
  const inner = { ...inference({}, startMs), traceId: outer.traceId, parentSpanId: outer.spanId };
  return { outer, inner };
}

async function open(kind: RecordsStore['kind'] = 'embedded') {
  const clock = new FakeClock(START);
  const written: [id: string, kind: Incoming['kind']][] = [];
  const demoted: [account: number, calls: readonly CallRef[]][] = [];
  const looks: number[] = [];
  const world = { refuses: false, found: [] as CallSpan[] };
  const app = await openTestApp({
    clock,
    records: {
      kind,
      write: async ({ records }) => {
        if (world.refuses) return { status: 'refused', fresh: records.length, remaining: 0 };
        for (const record of records) written.push([record.id, record.kind]);
        return { status: 'stored', stored: records.length, duplicates: 0 };
      },
      reclassifyAsObservation: async (account, calls) => {
        demoted.push([account, calls]);
        return calls.length;
      },
      selectPossibleDuplicates: async (sinceMs) => {
        looks.push(sinceMs);
        return { calls: world.found, between: [] };
      },
    },
  });
  const account = await app.account();
  const number = (await app.services.accounts.get(account.id))?.number ?? 0;
  return { app, clock, account, number, written, demoted, looks, world };
}

const send = async (to: TestAccount, ...spans: SampleSpan[]): Promise<void> => {
  const reply = await to.call('POST', '/v1/traces', exportOf(spans));
  expect(reply.statusCode).toBe(200);
};

/** Runs what the worker does in the background. */
async function work(app: TestApp): Promise<void> {
  await watchOf(app.services).late.flush();
  await runJobs(app);
}

const waiting = ({ services }: TestApp) =>
  listJobs(services.metadata.reader, { after: null, limit: 10 }, { status: 'queued' });

describe('in two requests', () => {
  it('inner first: an outer one without tokens is stored as an observation', async () => {
    const { app, clock, account, written, demoted } = await open();
    const { outer, inner } = nested(START, false);
    await send(account, inner);
    clock.advance(MINUTE_MS);
    await send(account, outer);
    await work(app);
    expect(written).toEqual([
      [idOf(inner), 'call'],
      [idOf(outer), 'observation'],
    ]);
    expect(demoted).toEqual([]);
  });

  it('outer first: it is demoted when the inner one arrives', async () => {
    const { app, clock, account, number, written, demoted } = await open();
    const { outer, inner } = nested();
    const pair = nested();
    await send(account, outer, pair.outer);
    clock.advance(MINUTE_MS);
    await send(account, inner);
    await send(account, pair.inner);
    await work(app);
    expect(written.map(([, kind]) => kind)).toEqual(['call', 'call', 'call', 'call']);
    const calls = [
      [outer, inner],
      [pair.outer, pair.inner],
    ].map(([one, kept]) => ({
      id: idOf(one!),
      timestampMs: START,
      duplicateOf: idOf(kept!),
      why: 'around_call',
    }));
    expect(demoted).toEqual([[number, calls]]);
    await send(account, inner, outer);
    await work(app);
    expect(demoted).toHaveLength(1);
  });

  it('another account: two calls', async () => {
    const { app, account, written, demoted } = await open();
    const { outer, inner } = nested();
    await send(account, inner);
    await send(await app.account(), outer);
    await work(app);
    expect([written.map(([, kind]) => kind), demoted]).toEqual([['call', 'call'], []]);
  });

  it('a span that was not stored is not remembered: refused by the quota, or out of the time range', async () => {
    const { account, written, world } = await open();
    const { outer, inner } = nested();
    world.refuses = true;
    await send(account, inner);
    world.refuses = false;
    await send(account, outer);
    const old = nested();
    await send(account, { ...old.inner, startTimeUnixNano: '1000000000', endTimeUnixNano: '2000000000' });
    await send(account, old.outer);
    expect(written).toEqual([
      [idOf(outer), 'call'],
      [idOf(old.outer), 'call'],
    ]);
  });

  it('one job per account at a time, with the same calls until it is done', async () => {
    const { app, account, demoted } = await open();
    const pairs = [nested(), nested()];
    for (const { outer, inner } of pairs) {
      await send(account, outer);
      await send(account, inner);
      await watchOf(app.services).late.flush();
    }
    expect(await waiting(app)).toHaveLength(1);
    await work(app);
    await work(app);
    expect(demoted.map(([, calls]) => calls.map(({ id }) => id))).toEqual(
      pairs.map(({ outer }) => [idOf(outer)]),
    );
  });
});

describe('the search in the tables', () => {
  const look = ({ services }: TestApp) => services.jobs.runNow('nested-doubles');

  it('a single process searches after a start, and later only what it cannot know from memory', async () => {
    const { app, clock, account, looks } = await open('embedded');
    await look(app);
    expect(looks).toEqual([START - 17 * MINUTE_MS]);
    clock.advance(MINUTE_MS);
    await look(app);
    expect(looks).toHaveLength(1);
    await send(account, nested(clock.now()).outer);
    await look(app);
    expect(looks).toEqual([START - 17 * MINUTE_MS, START - MINUTE_MS]);
    clock.advance(10 * MINUTE_MS);
    await send(account, nested(clock.now()).outer);
    await look(app);
    expect(looks).toHaveLength(2);
  });

  it('one of several processes always searches, and hands over duplicate spans', async () => {
    const { app, clock, number, looks, world, demoted } = await open('server');
    const span = (spanId: string, parentSpanId: string, more: Partial<CallSpan> = {}): CallSpan => ({
      account: number,
      project: 1,
      id: `t-${spanId}`,
      traceId: 't',
      spanId,
      parentSpanId,
      provider: 'openai',
      model: 'gpt-5',
      responseModel: '',
      responseId: '',
      timestampMs: START,
      latencyMs: 5,
      input: 10,
      output: 5,
      cache: 0,
      reasoning: 0,
      failed: false,
      ...more,
    });
    world.found = [
      span('a', ''),
      span('b', 'a'),
      span('c', 'b', { model: 'gpt-5-mini' }),
      span('d', 'b', { account: number + 1 }),
      span('e', '', { responseId: RESPONSE }),
      span('f', '', { responseId: RESPONSE, timestampMs: START - 1 }),
      span('g', '', { responseId: RESPONSE, model: 'gpt-5-mini' }),
    ];
    await look(app);
    clock.advance(MINUTE_MS);
    // Not all could be handed over, because the account’s previous job is not done, so it searches the same
    // period again.
    await look(app);
    expect(looks).toEqual([START - 17 * MINUTE_MS, START - 2 * MINUTE_MS]);
    clock.advance(MINUTE_MS);
    await look(app);
    expect(looks[2]).toBe(START - 2 * MINUTE_MS);
    await work(app);
    expect(demoted).toEqual([
      [
        number,
        [
          { id: 't-a', timestampMs: START, duplicateOf: 't-b', why: 'around_call' },
          { id: 't-f', timestampMs: START - 1, duplicateOf: 't-e', why: 'same_response' },
        ],
      ],
    ]);
  });
});

describe.skipIf(leftToSqlite(inject('engine')))('with the engine', () => {
  it('tokens and cost count once, and the quota is charged once', { timeout: SLOW_MS }, async () => {
    // Opened first, because opening an emulated engine takes longer than a job may take.
    const engine = await testEngine();
    const app = await openTestApp();
    const account = await app.account();
    const number = (await app.services.accounts.get(account.id))?.number ?? 0;
    const now = Date.now();
    const { outer, inner } = nested(now);
    await send(account, outer);
    // Forgets recent calls, as after a start or in another process.
    watchOf(app.services).recent = new RecentCalls(now);
    await send(account, inner);
    await app.services.jobs.runNow('nested-doubles');
    await work(app);
    const [answer] = await engine.query<Record<string, unknown>>(
      `SELECT
         (SELECT arraySort(groupArray(id)) FROM calls WHERE account = {number: UInt32}) AS calls,
         (SELECT arraySort(groupArray(id)) FROM observations WHERE account = {number: UInt32}) AS observations,
         (SELECT (sum(calls), sum(total_tokens)) FROM agg_15m WHERE account = {number: UInt32}) AS sums,
         (SELECT sum(records) FROM arrivals WHERE account = {number: UInt32}) AS arrived`,
      { number },
    );
    expect(answer).toEqual({
      calls: [idOf(inner)],
      observations: [idOf(outer)],
      sums: ['1', 1_100],
      arrived: '2',
    });
    // Sent again: the observation is found where the call was.
    await send(account, outer);
    expect(await app.services.records.usage(number)).toBe(2);
  });
});
