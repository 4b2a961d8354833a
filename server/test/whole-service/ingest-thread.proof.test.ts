// Requests that the thread prepares: the same rows, answers and refusals as on the main thread, and nothing
// is stored or charged of requests that a thread had when it ended.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Pace } from '#lib/yield-to-event-loop';
import type { Context } from '#core/context';
import { priceBook } from '#otlp';
import type { Incoming } from '#records';
import { encodeRecords } from '#records/writer/rows/encode-records';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { eventually } from '#test/support/eventually';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { otlpFixtures } from '#test/support/otlp-fixtures';
import { OwnFront } from '#test/support/own-front';
import { sampleRecord, sampleRecords } from '#test/support/sample-records';
import { exportOf, inference, plain } from '#test/support/sample-spans';
import { makeLogs } from '../../src/features/ingest/make-logs.ts';
import { makeRecords } from '../../src/features/ingest/make-records.ts';
import { makeSpans, type SpanLookUp } from '../../src/features/ingest/make-spans.ts';
import { preparationBy } from '../../src/features/ingest/prepare.ts';
import { preparation, requestRules, rulesOf } from '../../src/features/ingest/preparation.ts';
import { IngestThread, type ThreadLimits } from '../../src/features/ingest/thread/ingest-thread.ts';
import type { Prepared } from '../../src/features/ingest/prepare-body.ts';
import { inThisThread } from '../../src/features/ingest/preparer.ts';
import { ThreadUse, threadUseOf } from '../../src/features/ingest/thread/choose-preparer.ts';

let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp({ config: { ingestThread: 'on' } });
});
afterAll(() => app.stop());

async function contextOf({ id }: TestAccount): Promise<Context> {
  const found = await app.services.accounts.get(id);
  if (!found) throw new Error('no account');
  const actor = { type: 'system', id: 'test' } as const;
  const origin = { requestId: '', ip: null, userAgent: null, host: '', sessionToken: null, auditActions: [] };
  const { services } = app;
  return {
    ...services,
    db: services.metadata.reader,
    account: found,
    project: null,
    plan: found.plan,
    actor,
    origin,
  };
}

function openThread(limits: Partial<ThreadLimits> = {}, file?: URL) {
  const problems: string[] = [];
  const thread = new IngestThread((error) => problems.push(String(error)), limits, file);
  onTestFinished(() => thread.close());
  return { thread, problems };
}

const FAILING = new URL('../support/failing-thread.ts', import.meta.url);
const LOOK_UP: SpanLookUp = {
  matchStored: () => ({ found: new Map(), refuted: new Set() }),
  findProjects: async () => new Map(),
  findPrompts: async (asked) => asked.map(({ number }) => 70 + number),
  findEvents: async () => [],
};
const bodyOf = (records: unknown[]): Buffer => Buffer.from(JSON.stringify({ records }));

async function onThread(thread: IngestThread, ctx: Context, bytes: Buffer): Promise<Prepared<'records'>> {
  const order = { rules: await rulesOf(ctx), request: requestRules(ctx, 'json'), lookUp: LOOK_UP };
  return thread.prepare(ctx, order, { kind: 'records', form: {}, bytes });
}

const RECORDS = [
  sampleRecord({ id: 'plain' }),
  sampleRecord({ id: 'plain', costUsd: 1 }),
  sampleRecord({
    id: 'with texts',
    requestMeta: { input: 'Write to jane@example.com', note: 'mine', stream: true, ttftMs: 12 },
    tags: { env: 'test', 'tracewell.eval_run': '7' },
    toolCalls: [{ id: 'a', name: 'search', arguments: { q: 'weather' } }],
    error: 'rate_limit_exceeded',
    errorDetails: { status: 429, message: 'for 4111 1111 1111 1111' },
  }),
  sampleRecord({ id: 'large', requestMeta: { output: 'Call +1 (555) 010-9999. '.repeat(2_000) } }),
  sampleRecord({ id: 'ünïcode 🙂', model: 'mödel' }),
  { id: 'unfit', provider: 'nobody' },
  'no record',
];

describe('the thread prepares as the main thread does', () => {
  it.each([false, true])('records of POST /v1/ingest; content is stored: %s', async (stored) => {
    account = await app.account();
    if (stored) await account.call('PUT', '/v1/account/consents/plaintext-storage');
    const ctx = await contextOf(account);
    const body = bodyOf(RECORDS);
    const incoming: Incoming[] = [];
    const take = (record: Incoming) => incoming.push(record);
    const here = await makeRecords(body, await preparation(ctx, 'json'), new Pace(), take);
    const { thread } = openThread();
    const there = await onThread(thread, ctx, body);
    expect(there.found).toEqual(here);
    expect(there.reservedTags).toEqual({ count: 1, example: 'tracewell.eval_run' });
    expectSameRows(there.encoded, encodeRecords(incoming));
    expect(there.encoded.ids).toEqual(['plain', 'plain', 'with texts', 'large', 'ünïcode 🙂']);
  });

  it('transfers the memory of a body, and copies a body that is part of other memory', async () => {
    const ctx = await contextOf(await app.account());
    const { thread } = openThread();
    const whole = Buffer.allocUnsafeSlow(bodyOf([sampleRecord()]).length);
    bodyOf([sampleRecord()]).copy(whole);
    const part = Buffer.concat([Buffer.from('before'), bodyOf([sampleRecord()])]).subarray('before'.length);
    for (const body of [whole, part]) expect((await onThread(thread, ctx, body)).count).toBe(1);
    expect([whole.length, part.length > 0]).toEqual([0, true]);
  });

  it.each(['traces', 'logs'] as const)('every export of the fixtures, read as %s', async (signal) => {
    account = await app.account();
    const ctx = await contextOf(account);
    const { thread } = openThread();
    let events = 0;
    for (const { name, encoding, body } of otlpFixtures()) {
      const rules = await rulesOf(ctx);
      const request = requestRules(ctx, 'otlp', signal === 'logs' ? 'open' : 'strict');
      const how = preparationBy(rules, priceBook(), request);
      const incoming: Incoming[] = [];
      const take = (record: Incoming) => incoming.push(record);
      const make = signal === 'logs' ? makeLogs : makeSpans;
      const here = await outcomeOf(make(body, encoding, how, new Pace(), LOOK_UP, take));
      const order = { rules, request, lookUp: LOOK_UP };
      const asked = thread.prepare(ctx, order, { kind: signal, form: { encoding }, bytes: body });
      const there = await outcomeOf(asked);
      const nothing = encodeRecords([]);
      expect([name, there.refused, there.made?.found]).toEqual([name, here.refused, here.made]);
      expectSameRows(there.made?.encoded ?? nothing, encodeRecords(incoming));
      const found = there.made?.found;
      const counts = found && 'events' in found ? found.events : null;
      expect(counts !== null).toBe(signal === 'logs' && here.refused === undefined);
      events += counts?.passed ?? 0;
    }
    expect(events > 0).toBe(signal === 'logs');
  });

  const outcomeOf = <Outcome>(work: Promise<Outcome>): Promise<{ made?: Outcome; refused?: unknown }> =>
    work.then(
      (made) => ({ made }),
      (refused: unknown) => ({ refused }),
    );

  function expectSameRows(there: Prepared['encoded'], here: Prepared['encoded']): void {
    expect([there.ids, there.isCall, there.ends]).toEqual([here.ids, here.isCall, here.ends]);
    for (const at of here.ids.keys()) {
      const from = at === 0 ? 0 : (here.ends[at * 2 - 1] ?? 0);
      const received = 4 + 4 + 1 + Buffer.byteLength(here.ids[at] ?? '');
      // Without the time of receipt, which differs; sealed content differs each time.
      const row = ({ rows }: Prepared['encoded']) => {
        const bytes = Buffer.from(rows.slice(from, here.ends[at * 2]));
        bytes.fill(0, received + 8, received + 16);
        return bytes.toString('latin1');
      };
      expect(row(there)).toBe(row(here));
    }
  }
});

describe('requests through the thread', () => {
  beforeAll(async () => {
    account = await app.account();
    await account.call('PUT', '/v1/account/consents/plaintext-storage');
  });

  it('200: sent records can be read, with their content, and are charged once', async () => {
    const record = sampleRecord({ requestMeta: { input: 'the question', output: 'the answer' } });
    const sent = { records: [record, record, sampleRecord(), { id: 'unfit' }] };
    const reply = await account.call('POST', '/v1/ingest', sent);
    expect(reply.json()).toMatchObject({ accepted: 3, rejected: [{ id: 'unfit' }] });
    expect((await account.call('POST', '/v1/ingest', sent)).json()).toMatchObject({ accepted: 3 });
    const { call } = (await account.call('GET', `/v1/query/calls/${String(record['id'])}`)).json();
    expect(call.requestMeta).toMatchObject({ input: 'the question', output: 'the answer' });
    const { usage } = (await account.call('GET', '/v1/account')).json();
    expect(usage.records).toBe(2);
  });

  it('200: a span without tokens around a call of an earlier request is an observation', async () => {
    const at = Date.now();
    const inner = inference({}, at);
    const none = { 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.output_tokens': 0 };
    const outer = { ...inference(none, at), traceId: inner.traceId };
    const nested = { ...inner, parentSpanId: outer.spanId };
    expect((await account.call('POST', '/v1/traces', exportOf([nested, plain()]))).statusCode).toBe(200);
    expect((await account.call('POST', '/v1/traces', exportOf([outer]))).statusCode).toBe(200);
    const { nodes } = (await account.call('GET', `/v1/query/trace/${inner.traceId}`)).json();
    expect(nodes).toMatchObject([
      { spanId: outer.spanId, kind: 'observation', children: [{ spanId: inner.spanId, kind: 'llm' }] },
    ]);
  });

  it('400: an unreadable body is refused with its reason', async () => {
    const bad = await account.call('POST', '/v1/ingest', '{"records":', {
      'content-type': 'application/json',
    });
    expect([bad.statusCode, bad.json().reason]).toEqual([400, 'invalid_json']);
    const many = await account.call('POST', '/v1/ingest', { records: sampleRecords(101) });
    expect(many.json()).toMatchObject({ reason: 'too_many_records', details: [{ path: 'records' }] });
  });
});

it.skipIf(process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] !== undefined)(
  '200: a ClickHouse server gets the rows that the thread made, with their content, and counts them once',
  { timeout: 180_000 },
  async () => {
    const folder = freshFolder();
    const front = await OwnFront.start(path.join(folder, 'front'));
    const config = {
      metadata: await freshMetadata(folder),
      records: { kind: 'server', url: front.url },
      ingestThread: 'on',
    } as const;
    const own = await makeTestApp({ ownRecords: true, jobs: [], config });
    try {
      const sender = await own.account();
      await sender.call('PUT', '/v1/account/consents/plaintext-storage');
      const thread = threadUseOf(own.services)?.thread;
      if (!thread) throw new Error('no thread');
      const asked = vi.spyOn(thread, 'prepare');
      const record = sampleRecord({ requestMeta: { input: 'the question', output: 'the answer' } });
      const sent = { records: [record, record, ...sampleRecords(40), { id: 'unfit' }] };
      for (const _again of [1, 2])
        expect((await sender.call('POST', '/v1/ingest', sent)).json()).toMatchObject({ accepted: 42 });
      expect((await sender.call('POST', '/v1/traces', exportOf([inference(), plain()]))).statusCode).toBe(
        200,
      );
      expect(asked).toHaveBeenCalledTimes(3);
      const { call } = (await sender.call('GET', `/v1/query/calls/${String(record['id'])}`)).json();
      expect(call.requestMeta).toMatchObject({ input: 'the question', output: 'the answer' });
      expect((await sender.call('GET', '/v1/account')).json().usage.records).toBe(43);
    } finally {
      await own.stop();
      await front.kill();
    }
  },
);

describe('batches of LangSmith', () => {
  interface Run {
    id: string;
    trace_id: string;
  }

  const begun = (id: string) => ({
    id,
    trace_id: id,
    name: 'ChatOpenAI',
    run_type: 'llm',
    session_name: 'default',
    start_time: Date.now() - 500,
    inputs: { model: 'gpt-4o-mini', messages: [{ role: 'user', content: 'Hi' }] },
    extra: { metadata: { ls_provider: 'openai', ls_model_name: 'gpt-4o-mini' } },
  });
  const end = () => ({
    end_time: Date.now(),
    outputs: { usage_metadata: { input_tokens: 12, output_tokens: 3, total_tokens: 15 } },
  });
  const whole = (): Run => ({ ...begun(randomUUID()), ...end() });

  async function sender() {
    const own = await app.account();
    const thread = threadUseOf(app.services)?.thread;
    if (!thread) throw new Error('no thread');
    const asked = vi.spyOn(thread, 'prepare');
    onTestFinished(() => asked.mockRestore());
    const send = async (body: object) => {
      asked.mockClear();
      const { statusCode } = await own.call('POST', '/runs/batch', body);
      expect(statusCode).toBe(202);
      const made = await asked.mock.results[0]?.value;
      return made === undefined ? 'not asked' : 'unread' in made.found ? 'left' : 'read';
    };
    const stored = async ({ id, trace_id }: Run) =>
      (await own.call('GET', `/v1/query/calls/${trace_id}-${id}`)).json().call;
    const charged = async () => (await own.call('GET', '/v1/account')).json().usage.records;
    return { send, stored, charged };
  }

  it('202: the thread reads whole runs; a run in two parts is left to the main thread, and so are all while it is open', async () => {
    const { send, stored, charged } = await sender();
    const [first, beside, parted] = [whole(), whole(), begun(randomUUID())];
    expect(await send({ post: [first] })).toBe('read');
    expect(await stored(first)).toMatchObject({
      model: 'gpt-4o-mini',
      promptTokens: 12,
      completionTokens: 3,
    });
    expect(await send({ post: [whole(), parted] })).toBe('left');
    expect(await stored(parted)).toBeUndefined();
    expect(await send({ post: [beside] })).toBe('not asked');
    const patch = { id: parted.id, trace_id: parted.id, ...end() };
    expect(await send({ patch: [patch] })).toBe('not asked');
    for (const run of [beside, parted]) expect(await stored(run)).toMatchObject({ promptTokens: 12 });
    expect(await charged()).toBe(4);
    expect(await send({ post: [first, beside, { ...parted, ...end() }] })).toBe('read');
    expect(await charged()).toBe(4);
  });

  it('202: an end alone of a stored run is a repetition, and a beginning with its end in one batch is whole', async () => {
    const { send, stored, charged } = await sender();
    const run = begun(randomUUID());
    const patch = { id: run.id, trace_id: run.id, ...end() };
    expect(await send({ post: [run], patch: [patch] })).toBe('read');
    expect(await stored(run)).toMatchObject({ promptTokens: 12 });
    expect(await send({ patch: [patch] })).toBe('left');
    expect(await charged()).toBe(1);
  });

  it('202: a run that cannot be read is counted, and one whose session has only an id is left', async () => {
    const { send, charged } = await sender();
    expect(await send({ post: [whole(), { name: 'no id' }, 7] })).toBe('read');
    const { session_name: _name, ...unnamed } = { ...begun(randomUUID()), ...end() };
    expect(await send({ post: [{ ...unnamed, session_id: randomUUID() }] })).toBe('left');
    expect(await charged()).toBe(2);
  });

  it.each([
    [400, '/runs/batch', '{', 'application/json'],
    [422, '/runs/multipart', '--x', 'multipart/form-data'],
  ])('%s: a body that the thread refuses (%s)', async (status, path, body, type) => {
    const own = await app.account();
    const reply = await own.call('POST', path, body, { 'content-type': type });
    expect([reply.statusCode, typeof reply.json().detail]).toEqual([status, 'string']);
  });
});

describe('a thread that ends', () => {
  it.each(['end the thread', 'throw in the thread', 'hang the thread'])(
    '503 not_prepared: its requests are refused, the others get a new thread (%s)',
    async (word) => {
      const ctx = await contextOf(await app.account());
      const { thread, problems } = openThread({ silentMs: 1_000, atOnce: 1 }, FAILING);
      await onThread(thread, ctx, bodyOf([sampleRecord()]));
      const bad = onThread(thread, ctx, bodyOf([sampleRecord({ id: word })]));
      const waiting = onThread(thread, ctx, bodyOf([sampleRecord({ id: 'good' })]));
      await expect(bad).rejects.toMatchObject({ code: 'unavailable', reason: 'not_prepared' });
      expect((await waiting).encoded.ids).toEqual(['good']);
      expect(problems).toHaveLength(1);
    },
  );

  it('503 not_prepared: over HTTP nothing is stored, charged or treated as a duplicate', async () => {
    const own = await openTestApp({ config: { ingestThread: 'on' } });
    const sender = await own.account();
    const use = threadUseOf(own.services);
    await use?.thread.close();
    if (use) use.thread = new IngestThread(() => undefined, {}, FAILING);
    const record = sampleRecord({ model: 'end the thread' });
    const lost = await sender.call('POST', '/v1/ingest', { records: [record] });
    expect([lost.statusCode, lost.json().reason]).toEqual([503, 'not_prepared']);
    expect(lost.headers['retry-after']).toBe('2');
    const again = { ...record, model: 'gpt-4o-mini' };
    expect((await sender.call('POST', '/v1/ingest', { records: [again] })).json()).toEqual({
      accepted: 1,
      rejected: [],
    });
    expect((await sender.call('GET', '/v1/account')).json().usage.records).toBe(1);
  });

  it('is not restarted forever: requests that wait for one that cannot start are refused', async () => {
    const ctx = await contextOf(await app.account());
    const { thread } = openThread({}, new URL('no-such-file.ts', import.meta.url));
    await expect(onThread(thread, ctx, bodyOf([sampleRecord()]))).rejects.toMatchObject({
      reason: 'not_prepared',
    });
    expect(thread.failedStarts).toBe(3);
  });
});

it('accounts take turns', async () => {
  const [busy, quiet] = [await contextOf(await app.account()), await contextOf(await app.account())];
  const { thread } = openThread({ atOnce: 1 });
  const order: string[] = [];
  const send = (ctx: Context, name: string) =>
    onThread(thread, ctx, bodyOf(sampleRecords(20))).then(() => order.push(name));
  const many = Array.from({ length: 20 }, (_, at) => send(busy, `busy ${at}`));
  await Promise.all([...many, send(quiet, 'quiet')]);
  expect(order.indexOf('quiet')).toBeLessThan(3);
});

it('few large bodies are at work at the same time, whatever the number of requests', async () => {
  const ctx = await contextOf(await app.account());
  const body = JSON.stringify(exportOf([inference()]));
  const { thread } = openThread({ atOnce: 4, bytesAtOnce: 2 * body.length });
  const gate = Promise.withResolvers<void>();
  let asked = 0;
  const rules = await rulesOf(ctx);
  const lookUp: SpanLookUp = {
    ...LOOK_UP,
    matchStored: async () => {
      asked += 1;
      await gate.promise;
      return { found: new Map(), refuted: new Set() };
    },
  };
  const made = Array.from({ length: 4 }, () =>
    thread.prepare(
      ctx,
      { rules, request: requestRules(ctx, 'otlp'), lookUp },
      { kind: 'traces', form: { encoding: 'json' }, bytes: Buffer.from(body) },
    ),
  );
  await eventually(() => expect(asked).toBe(3));
  // Time for a fourth one, if the thread had it.
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(asked).toBe(3);
  gate.resolve();
  await Promise.all(made);
  expect(asked).toBe(4);
});

describe('the thread is used under load', () => {
  const LARGE = 64 * 1024;

  it('starts after a burst, leaves small requests on the main thread, and ends when it is not needed', async () => {
    const ctx = await contextOf(await app.account());
    const { thread } = openThread();
    const use = new ThreadUse(thread, false);
    onTestFinished(() => use.close());
    for (let at = 0; at < 15; at += 1) expect(use.preparerFor(ctx, LARGE)).toBe(inThisThread);
    expect(thread.isRunning).toBe(false);
    for (let at = 0; at < 5; at += 1) expect(use.preparerFor(ctx, LARGE)).toBe(inThisThread);
    expect(thread.isRunning).toBe(true);
    await eventually(() => expect(thread.isReady).toBe(true));
    expect(use.preparerFor(ctx, LARGE)).toBe(thread);
    expect(use.preparerFor(ctx, 500)).toBe(inThisThread);
    thread.rest();
    expect(thread.isRunning).toBe(false);
    expect(use.preparerFor(ctx, 500)).toBe(inThisThread);
  });
});
