// The batch endpoint of Langfuse's older SDKs: events in any order and in any number of requests become
// records, once.
import { randomUUID } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '#lib/clock';
import { hooksOf } from '#core/hooks';
import type { OpenSpansTable } from '#metadata';
import { makeTestApp, openTestApp, type Caller, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { runJobs } from '#test/support/run-jobs';

// The engine drops records past their retention by its own clock.
const START = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
const clock = new FakeClock(START);
let app: TestApp;
let account: TestAccount;
beforeAll(async () => {
  app = await makeTestApp({ clock });
  account = await consenting(app);
});
afterAll(() => app.stop());

async function consenting(of: TestApp): Promise<TestAccount> {
  const made = await of.account();
  await made.call('PUT', '/v1/account/consents/plaintext-storage');
  return made;
}

interface SentEvent {
  id: string;
  type: string;
  timestamp: string;
  body: object;
}

const iso = (afterMs = 0): string => new Date(clock.now() + afterMs).toISOString();

const event = (type: string, body: object, afterMs = 0): SentEvent => ({
  id: randomUUID(),
  type,
  timestamp: iso(afterMs),
  body,
});

const post = (batch: readonly unknown[], to: Caller = account, headers: Record<string, string> = {}) =>
  to.call('POST', '/api/public/ingestion', { batch }, headers);

/** A generation as the JavaScript SDK sends it: the parts may arrive in any order. */
function generation(ids = { traceId: randomUUID(), id: randomUUID() }) {
  const { traceId, id } = ids;
  return {
    ...ids,
    trace: event('trace-create', {
      id: traceId,
      name: 'chat',
      userId: 'u1',
      sessionId: 's1',
      tags: ['beta'],
    }),
    create: event('generation-create', {
      id,
      traceId,
      name: 'answer',
      startTime: iso(-1_000),
      model: 'gpt-4o-mini',
      input: [{ role: 'user', content: 'Hello' }],
      metadata: { a: 1, b: 1 },
    }),
    end: event(
      'generation-update',
      { id, traceId, endTime: iso(-500), output: 'Hi', usage: { input: 10, output: 5 }, metadata: { b: 2 } },
      1,
    ),
  };
}

const callOf = async ({ traceId, id }: { traceId: string; id: string }, by: Caller = account) =>
  (await by.call('GET', `/v1/query/calls/${encodeURIComponent(`${traceId}-${id}`)}`)).json().call;

const rowsOf = (of: TestAccount, from = app): Promise<OpenSpansTable[]> =>
  from.services.metadata.reader
    .selectFrom('open_spans')
    .selectAll()
    .where('account_id', '=', of.id)
    .execute();

const openIds = async (of: TestAccount, from = app) =>
  (await rowsOf(of, from)).filter(({ kind }) => kind === 'span').map(({ id }) => id);

const reasonsOf = async (of: TestAccount) => {
  const { sources } = (await of.call('GET', '/v1/ingest/diagnostics')).json();
  return sources.flatMap((source: { reasons: object[] }) => source.reasons);
};

const COMPLETE = {
  model: 'gpt-4o-mini',
  promptTokens: 10,
  completionTokens: 5,
  latencyMs: 500,
  sessionId: 's1',
  tags: { 'tag:beta': 'true' },
  requestMeta: {
    input: [{ role: 'user', content: 'Hello' }],
    output: 'Hi',
    userId: 'u1',
    spanName: 'answer',
    attributes: { 'langfuse.observation.metadata.a': 1, 'langfuse.observation.metadata.b': 2 },
  },
};

const ORDERS = [
  ['trace', 'create', 'end'],
  ['trace', 'end', 'create'],
  ['create', 'trace', 'end'],
  ['create', 'end', 'trace'],
  ['end', 'trace', 'create'],
  ['end', 'create', 'trace'],
] as const;

describe('POST /api/public/ingestion', () => {
  it.each(
    ORDERS.flatMap((order) =>
      [[3], [1, 2], [2, 1], [1, 1, 1]].map((sizes) => [order.join(' '), sizes, order] as const),
    ),
  )('207: %s in requests of %j give the same call', async (_name, sizes, order) => {
    const sent = generation();
    const waiting = order.map((part) => sent[part]);
    for (const size of sizes) {
      const reply = await post(waiting.splice(0, size));
      expect(reply.statusCode).toBe(207);
      expect(reply.json()).toMatchObject({ errors: [] });
    }
    const call = await callOf(sent);
    expect(call).toMatchObject(COMPLETE);
    expect(call.requestMeta.unfinished).toBeUndefined();
    expect(await openIds(account)).toEqual([]);
  });

  it('207: lists every event, also unusable ones, and stores the others', async () => {
    const of = await consenting(app);
    const sent = generation();
    const odd = [
      event('sdk-log', { log: { level: 'info' } }),
      event('nonsense', { id: 'x' }),
      { ...event('span-create', {}), body: 'no object' },
      { ...event('span-create', { name: 'no id' }), id: '' },
      { type: 'span-create', timestamp: iso(), body: { id: 'y' } },
      null,
      7,
    ];
    const reply = await post([...odd, sent.trace, sent.create, sent.end], of);
    expect(reply.statusCode).toBe(207);
    const ids = [...odd.slice(0, 4), sent.trace, sent.create, sent.end].map((each) => (each as SentEvent).id);
    expect(reply.json()).toEqual({ successes: ids.map((id) => ({ id, status: 201 })), errors: [] });
    expect(await callOf(sent, of)).toMatchObject(COMPLETE);
    const reasons = await reasonsOf(of);
    expect(reasons.every(({ reason }: { reason: string }) => reason === 'invalid_event')).toBe(true);
    expect(reasons.reduce((sum: number, { count }: { count: number }) => sum + count, 0)).toBe(6);
  });

  it('207: an event that is too deep or has a forbidden key does not affect the others', async () => {
    const sent = generation();
    const deep = `${'['.repeat(200)}${']'.repeat(200)}`;
    const bad = (body: string) =>
      `{"id":"${randomUUID()}","type":"span-create","timestamp":"${iso()}","body":${body}}`;
    const batch = [bad(`{"id":"d","input":${deep}}`), bad('{"id":"p","__proto__":{"x":1}}')];
    const good = [sent.trace, sent.create, sent.end].map((each) => JSON.stringify(each));
    const reply = await account.call(
      'POST',
      '/api/public/ingestion',
      `{"batch":[${[...batch, ...good].join()}]}`,
      {
        'content-type': 'application/json',
      },
    );
    expect(reply.statusCode).toBe(207);
    expect(reply.json().successes).toHaveLength(5);
    expect(await callOf(sent)).toMatchObject(COMPLETE);
  });

  it('207: more events than are merged in one batch, and 400 over the limit of a request', async () => {
    const of = await consenting(app);
    const all = Array.from({ length: 500 }, () => generation());
    // The parts of each span are far apart.
    const batch = [
      ...all.map(({ end }) => end),
      ...all.map(({ create }) => create),
      ...all.map(({ trace }) => trace),
    ];
    expect((await post(batch, of)).statusCode).toBe(207);
    expect(await openIds(of)).toEqual([]);
    expect(await callOf(all[499] ?? generation(), of)).toMatchObject(COMPLETE);
    const reply = await post(
      Array.from({ length: 10_001 }, () => 0),
      of,
    );
    expect([reply.statusCode, reply.json().message]).toEqual([400, expect.stringContaining('10000 records')]);
  });

  it('207: gzip, and the key as the password of Basic', async () => {
    const sent = generation();
    const bytes = gzipSync(JSON.stringify({ batch: [sent.trace, sent.create, sent.end] }));
    const basic = Buffer.from(`pk-lf-1:${account.apiKey}`).toString('base64');
    const reply = await app.call('POST', '/api/public/ingestion', bytes, {
      authorization: `Basic ${basic}`,
      'content-type': 'application/json',
      'content-encoding': 'gzip',
      'x-langfuse-sdk-name': 'langfuse-js',
      'x-langfuse-sdk-version': '3.39.2',
    });
    expect(reply.statusCode).toBe(207);
    expect(await callOf(sent)).toMatchObject(COMPLETE);
    const { sources } = (await account.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toContainEqual(
      expect.objectContaining({ endpoint: 'langfuse', client: 'langfuse-js 3.39.2' }),
    );
  });

  it('400 and 401: in Langfuse’s format', async () => {
    const bad = await account.call('POST', '/api/public/ingestion', { events: [] });
    expect([bad.statusCode, bad.json()]).toEqual([
      400,
      { message: expect.stringContaining('"batch"'), error: 'InvalidRequestError' },
    ]);
    const stranger = await post([], app, { authorization: 'Basic eDp5' });
    expect([stranger.statusCode, Object.keys(stranger.json())]).toEqual([401, ['message', 'error']]);
  });

  it('207: the same batch again is stored once, also after it is loaded', async () => {
    const sent = generation();
    const span = { id: randomUUID(), traceId: sent.traceId };
    const batch = [
      sent.trace,
      sent.create,
      sent.end,
      event('span-create', { ...span, name: 'step', startTime: iso(-900), endTime: iso(-100) }),
    ];
    await post(batch);
    await post(batch);
    const spans = async () =>
      (await account.call('GET', `/v1/query/trace/${sent.traceId}/spans`)).json().spans;
    expect(await spans()).toHaveLength(2);
    await post(batch);
    expect(await spans()).toHaveLength(2);
    expect(await openIds(account)).toEqual([]);
  });

  it('207: parallel requests lose nothing and store nothing twice', async () => {
    const of = await consenting(app);
    const all = Array.from({ length: 30 }, () => generation());
    const events = all.flatMap(({ trace, create, end }) => [end, create, trace]);
    // Like the SDK, which posts full batches without waiting for the previous ones.
    const batches = Array.from({ length: 15 }, (_, at) =>
      events.filter((_event, index) => index % 15 === at),
    );
    const replies = await Promise.all(batches.map((batch) => post(batch, of)));
    expect(replies.map(({ statusCode }) => statusCode)).toEqual(batches.map(() => 207));
    // A span may have waited for a trace that arrived at the same moment.
    await app.worker.runNow('open-spans');
    clock.advance(10 * SECOND_MS);
    await app.worker.runNow('open-spans');
    for (const sent of all) expect(await callOf(sent, of)).toMatchObject(COMPLETE);
    expect(await openIds(of)).toEqual([]);
    const usage = (await of.call('GET', '/v1/account')).json();
    expect(JSON.stringify(usage)).toContain('"records":30');
  });

  it('207: accounts and projects with the same ids have separate spans', async () => {
    const [one, other] = [await consenting(app), await consenting(app)];
    const ids = { traceId: randomUUID(), id: randomUUID() };
    const sent = generation(ids);
    await post([sent.trace, sent.create], one);
    await post([sent.end], other);
    const project = (await one.call('POST', '/v1/projects', { name: 'Second' })).json();
    const bound = await one.key(null, { projectId: project.id ?? project.project.id });
    await post([sent.end], bound);
    expect(await openIds(one)).toHaveLength(2);
    expect(await openIds(other)).toHaveLength(1);
    await post([sent.end], one);
    expect(await callOf(ids, one)).toMatchObject(COMPLETE);
    expect((await other.call('GET', `/v1/query/calls/${ids.traceId}-${ids.id}`)).statusCode).toBe(404);
  });
});

describe('spans that are not complete', () => {
  it('are stored as unfinished after 15 minutes without an event', async () => {
    const of = await consenting(app);
    const sent = generation();
    await post([sent.trace, sent.create], of);
    clock.advance(14 * MINUTE_MS);
    // A new part restarts the wait.
    await post([event('generation-update', { id: sent.id, traceId: sent.traceId, metadata: { c: 3 } })], of);
    clock.advance(14 * MINUTE_MS);
    await app.worker.runNow('open-spans');
    expect(await openIds(of)).toEqual([sent.id]);
    clock.advance(MINUTE_MS);
    await app.worker.runNow('open-spans');
    expect(await openIds(of)).toEqual([]);
    const call = await callOf(sent, of);
    expect(call).toMatchObject({
      model: 'gpt-4o-mini',
      sessionId: 's1',
      error: null,
      requestMeta: { unfinished: true, attributes: { 'langfuse.observation.metadata.c': 3 } },
    });
  });

  it('are stored without their trace if it does not arrive within seconds', async () => {
    const of = await consenting(app);
    const sent = generation();
    await post([sent.create, sent.end], of);
    expect(await openIds(of)).toEqual([sent.id]);
    clock.advance(16 * SECOND_MS);
    // The run that the request scheduled, not the one of every minute.
    await runJobs(app);
    expect(await openIds(of)).toEqual([]);
    const call = await callOf(sent, of);
    expect(call).toMatchObject({ model: 'gpt-4o-mini', sessionId: null });
    expect(call.requestMeta.unfinished).toBeUndefined();
  });

  it('wait for a trace event that has more than its output', async () => {
    const of = await consenting(app);
    const sent = generation();
    const output = event('trace-create', { id: sent.traceId, output: 'Hi' }, 5);
    await post([output, sent.create, sent.end], of);
    expect(await openIds(of)).toEqual([sent.id]);
    await post([sent.trace], of);
    expect(await callOf(sent, of)).toMatchObject(COMPLETE);
    // The second event of a trace removes nothing from the first.
    const next = generation({ traceId: sent.traceId, id: randomUUID() });
    await post([output], of);
    await post([next.create, next.end], of);
    expect(await callOf(next, of)).toMatchObject(COMPLETE);
  });

  it('are sealed', async () => {
    const of = await consenting(app);
    const sent = generation();
    await post([sent.trace, sent.create], of);
    const rows = await rowsOf(of);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/Hello|gpt-4o|\\"u1\\"/);
  });

  it('ignore updates once they are stored, and diagnostics say so', async () => {
    const of = await consenting(app);
    const sent = generation();
    await post([sent.trace, sent.create, sent.end], of);
    const late = event('generation-update', { id: sent.id, traceId: sent.traceId, output: 'Changed' }, 9);
    const reply = await post([late], of);
    expect(reply.json()).toEqual({ successes: [{ id: late.id, status: 201 }], errors: [] });
    expect(await callOf(sent, of)).toMatchObject({ requestMeta: { output: 'Hi' } });
    expect(await openIds(of)).toEqual([]);
    expect(await reasonsOf(of)).toMatchObject([{ reason: 'late_update', code: 'late_update', count: 1 }]);
    const { codedHints } = (await of.call('GET', '/v1/ingest/diagnostics')).json();
    expect(codedHints).toContainEqual(
      expect.objectContaining({ code: 'late_update', values: { updates: 1 } }),
    );
  });

  it('are deleted with their trace, with their project, and with their account', async () => {
    const of = await consenting(app);
    const [kept, erased, removed] = [generation(), generation(), generation()];
    const project = (await of.call('POST', '/v1/projects', { name: 'Gone' })).json();
    const projectId: string = project.id ?? project.project.id;
    await post([kept.trace, kept.create, erased.trace, erased.create], of);
    await post([removed.create], await of.key(null, { projectId }));
    const found = await app.services.accounts.get(of.id);
    const number = found?.projects.get(projectId)?.number ?? 0;
    await app.services.metadata.transaction(async (db) => {
      for (const { onErased, onProjectRemoved } of hooksOf(app.services)) {
        const whole = {
          projectNumber: null,
          callIds: [],
          traceIds: [erased.traceId],
          wholeTraceIds: [],
          sessionIds: [],
          sessionId: null,
        };
        await onErased?.(
          db,
          { id: of.id, number: found?.number ?? 0 },
          { projectId: null, ...whole },
          clock.now(),
        );
        await onProjectRemoved?.(db, { accountId: of.id, projectId, projectNumber: number }, []);
      }
    });
    expect(await openIds(of)).toEqual([kept.id]);
    expect((await rowsOf(of)).map(({ trace_id: trace }) => trace)).toEqual([kept.traceId, kept.traceId]);
  });
});

describe('failures', () => {
  it('a store that fails before or after the write: the next attempt stores the span once', async () => {
    const failing = { write: null as 'before' | 'after' | null };
    const broken = await openTestApp({ clock });
    const { records } = broken.services;
    const unreliable =
      <Request, Outcome>(write: (request: Request) => Promise<Outcome>) =>
      async (request: Request): Promise<Outcome> => {
        if (failing.write === 'before') throw new Error('The disk is gone.');
        const outcome = await write(request);
        if (failing.write === 'after') throw new Error('The process was killed.');
        return outcome;
      };
    const store = Object.assign(Object.create(records) as typeof records, {
      write: unreliable((request: Parameters<typeof records.write>[0]) => records.write(request)),
    });
    broken.services.records = store;
    const of = await consenting(broken);
    for (const when of ['before', 'after'] as const) {
      const sent = generation();
      await post([sent.trace, sent.create], of);
      failing.write = when;
      expect((await post([sent.end], of)).statusCode).toBeGreaterThanOrEqual(500);
      expect(await openIds(of, broken)).toEqual([sent.id]);
      failing.write = null;
      expect((await post([sent.end], of)).statusCode).toBe(207);
      expect(await callOf(sent, of)).toMatchObject(COMPLETE);
    }
    // The client never retried: the sweep drops what is already stored.
    clock.advance(20 * MINUTE_MS);
    await broken.worker.runNow('open-spans');
    expect(await openIds(of, broken)).toEqual([]);
    expect(JSON.stringify((await of.call('GET', '/v1/account')).json())).toContain('"records":2');
  });

  it('a process that ends between two parts loses nothing', async () => {
    const before = await makeTestApp({ clock });
    const of = await consenting(before);
    const sent = generation();
    await post([sent.trace, sent.create], of);
    await before.stop();
    const { metadata, masterKey } = before.config;
    const after = await openTestApp({ clock, config: { metadata, masterKey } });
    const headers = { authorization: `Bearer ${of.apiKey}` };
    expect((await post([sent.end], after, headers)).statusCode).toBe(207);
    const call = await after.call('GET', `/v1/query/calls/${sent.traceId}-${sent.id}`, undefined, headers);
    expect(call.json().call).toMatchObject(COMPLETE);
    expect(await openIds(of, after)).toEqual([]);
  });

  it('429: the quota is used up, and nothing is lost when it is renewed', async () => {
    const of = await consenting(app);
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ record_quota: 1 }).where('id', '=', of.id).execute(),
    );
    app.services.feed.announce([{ topic: 'accounts', key: of.id }]);
    const [first, second] = [generation(), generation()];
    expect((await post([first.trace, first.create, first.end], of)).statusCode).toBe(207);
    await post([second.trace, second.create], of);
    const refused = await post([second.end], of);
    expect([refused.statusCode, refused.json()]).toEqual([
      429,
      { message: expect.stringContaining('quota'), error: 'RateLimitError' },
    ]);
    expect(refused.headers['retry-after']).toBeDefined();
    expect(await openIds(of)).toEqual([second.id]);
    // The sweep tries it, and leaves it for later.
    clock.advance(20 * MINUTE_MS);
    await app.worker.runNow('open-spans');
    expect(await openIds(of)).toEqual([second.id]);
    await app.services.metadata.transaction((db) =>
      db.updateTable('accounts').set({ record_quota: 10 }).where('id', '=', of.id).execute(),
    );
    app.services.feed.announce([{ topic: 'accounts', key: of.id }]);
    expect((await post([second.end], of)).statusCode).toBe(207);
    expect(await callOf(second, of)).toMatchObject({ requestMeta: { output: 'Hi' } });
  });

  it('429: too many spans that never end, for this account only', async () => {
    const of = await consenting(app);
    const body = app.services.sealer.seal('{}', 'nothing');
    const rows = Array.from({ length: 20_000 }, (_, at) => ({
      account_id: of.id,
      project_number: 0,
      peer: 'langfuse',
      kind: 'span' as const,
      id: `span-${at}`,
      trace_id: 't',
      body,
      bytes: 2,
      begun: 1 as const,
      ended: 0 as const,
      latest_order: 0,
      key_id: 'key',
      client: '',
      first_seen_at: clock.now(),
      last_seen_at: clock.now(),
      due_at: clock.now() + 15 * MINUTE_MS,
    }));
    await app.services.metadata.transaction(async (db) => {
      for (let at = 0; at < rows.length; at += 1_000)
        await db
          .insertInto('open_spans')
          .values(rows.slice(at, at + 1_000))
          .execute();
    });
    const sent = generation();
    const refused = await post([sent.trace, sent.create], of);
    expect([refused.statusCode, refused.json().error]).toEqual([429, 'RateLimitError']);
    expect(await reasonsOf(of)).toMatchObject([{ reason: 'too_many_open_spans', kind: 'refused' }]);
    // Complete spans need no room.
    expect((await post([sent.trace, sent.create, sent.end], of)).statusCode).toBe(207);
    expect((await post([generation().create], account)).statusCode).toBe(207);
    await app.services.metadata.transaction((db) =>
      db.deleteFrom('open_spans').where('account_id', '=', of.id).execute(),
    );
  });

  it('207: a large part waits as it is, and what is no JSON in it is found when it is read', async () => {
    const of = await consenting(app);
    const sent = generation();
    const input = `${'x'.repeat(2_000_000)} "é" 😀`;
    const long = { ...sent.create, body: { ...sent.create.body, input } };
    expect((await post([sent.trace, long], of)).statusCode).toBe(207);
    expect((await post([sent.end], of)).json()).toMatchObject({ errors: [] });
    const call = await callOf(sent, of);
    expect(call.requestMeta).toMatchObject({ output: 'Hi' });
    expect(call.requestMeta.input === input).toBe(true);

    const odd = generation();
    const oddly = JSON.stringify({
      batch: [
        odd.trace,
        { ...odd.create, body: { ...odd.create.body, input: ['MARK', 'x'.repeat(2_000_000)] } },
        odd.end,
      ],
    }).replace('"MARK"', 'oops');
    const reply = await of.call('POST', '/api/public/ingestion', oddly, {
      'content-type': 'application/json',
    });
    expect(reply.statusCode).toBe(207);
    expect(await reasonsOf(of)).toMatchObject([{ reason: 'invalid_json', kind: 'rejected' }]);
  });
});

describe('POST /api/public/otel/v1/traces', () => {
  it.each(['/api/public/otel/v1/traces', '/api/public/otel'])('200: spans at %s', async (path) => {
    const traceId = randomUUID().replaceAll('-', '');
    const spanId = traceId.slice(0, 16);
    const nano = `${clock.now()}000000`;
    const attributes = [
      { key: 'langfuse.observation.type', value: { stringValue: 'generation' } },
      { key: 'langfuse.observation.model.name', value: { stringValue: 'some-model' } },
    ];
    const span = { traceId, spanId, name: 'g', startTimeUnixNano: nano, endTimeUnixNano: nano, attributes };
    const reply = await account.call(
      'POST',
      path,
      { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] },
      { 'x-langfuse-sdk-name': 'javascript', 'x-langfuse-sdk-version': '5.0.0' },
    );
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    expect(await callOf({ traceId, id: spanId })).toMatchObject({ model: 'some-model' });
  });
});
