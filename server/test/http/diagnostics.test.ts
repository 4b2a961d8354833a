import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { receiptsOf, type ReceiptOutcome, type TallySource } from '#services/receipts';
import { forgetMergedOfAccount, mergedCallsOf } from '#services/merged-calls';
import { makeTestApp, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { exportOf, inference } from '#test/support/sample-spans';
import { sampleRecord } from '#test/support/sample-records';

const START = Date.UTC(2026, 5, 15, 12, 30);
const clock = new FakeClock(START);
let app: TestApp;
beforeAll(async () => {
  app = await makeTestApp({ clock });
});
afterAll(() => app.stop());
beforeEach(() => clock.set(START));

const URL = '/v1/ingest/diagnostics';

const note = (accountId: string, source: Partial<TallySource>, outcome: Partial<ReceiptOutcome> = {}) =>
  receiptsOf(app.services).note(
    accountId,
    { keyId: 'key_gone', client: 'sdk/1.0', scope: '', endpoint: 'ingest', ...source },
    { accepted: 0, duplicates: 0, observations: 0, unpriced: 0, rejections: [], ...outcome },
  );

describe('ingest diagnostics', () => {
  it('200: nothing arrived, and a hint says what to check', async () => {
    const account = await app.account();
    const reply = await account.call('GET', URL);
    expect(reply.statusCode).toBe(200);
    const body = reply.json();
    expect(body).toMatchObject({
      from: '2026-06-14T12:00:00.000Z',
      to: '2026-06-15T12:30:00.000Z',
      totals: { requests: 0, accepted: 0, refused: 0 },
      sources: [],
    });
    expect(body.hours).toHaveLength(25);
    expect(body.hints).toEqual([expect.stringContaining('No request with a key of this account arrived')]);
    expect(body.codedHints).toEqual([
      {
        code: 'nothing_arrived',
        values: { url: expect.any(String), keysOf: 'account' },
        message: body.hints[0],
      },
    ]);
  });

  it('200: by key and client over the hours, stored and in memory, of this account only', async () => {
    const account = await app.account();
    const key = await account.key(['write:records']);
    const other = await app.account();
    note(other.id, { keyId: 'key_x' }, { accepted: 99 });
    const spans = {
      keyId: key.id,
      client: 'OTel-OTLP-Exporter-Python/1.38.0',
      scope: 'openai',
      endpoint: 'traces',
    } as const;
    const acme = { reason: 'unknown_provider', count: 2, example: 'acme' };
    note(account.id, spans, { accepted: 5, duplicates: 1, observations: 3, unpriced: 1, rejections: [acme] });
    await receiptsOf(app.services).flush();
    clock.advance(HOUR_MS);
    note(account.id, spans, {
      accepted: 1,
      rejections: [{ ...acme, count: 1, example: 'Bearer sk-ant-api03-abcdefghijklmnopqrstuv' }],
    });
    clock.advance(MINUTE_MS);
    receiptsOf(app.services).refused(
      account.id,
      { keyId: 'key_gone', client: 'curl/8', scope: '', endpoint: 'ingest' },
      { reason: 'body_too_large', message: 'The body is larger than 1 MiB.' },
    );
    const body = (await account.call('GET', URL)).json();
    expect(body.totals).toEqual({
      requests: 3,
      accepted: 6,
      duplicates: 1,
      observations: 3,
      unpriced: 1,
      rejected: 3,
      refused: 1,
    });
    expect(body.sources).toMatchObject([
      {
        keyId: 'key_gone',
        keyName: null,
        client: 'curl/8',
        requests: 1,
        refused: 1,
        reasons: [
          {
            kind: 'refused',
            reason: 'body_too_large',
            code: 'body_too_large',
            values: {},
            count: 1,
            example: 'The body is larger than 1 MiB.',
          },
        ],
      },
      {
        keyId: key.id,
        keyName: 'Test key',
        client: 'OTel-OTLP-Exporter-Python/1.38.0',
        scope: 'openai',
        endpoint: 'traces',
        requests: 2,
        accepted: 6,
        rejected: 3,
        lastSeenAt: '2026-06-15T13:30:00.000Z',
        reasons: [
          { kind: 'rejected', reason: 'unknown_provider', count: 3, lastSeenAt: '2026-06-15T13:30:00.000Z' },
        ],
      },
    ]);
    expect(body.sources[1].reasons[0].example).not.toContain('abcdefghij');
    expect(body.hours.filter((hour: { accepted: number }) => hour.accepted > 0)).toEqual([
      { hour: '2026-06-15T12:00:00.000Z', accepted: 5, rejected: 2, refused: 0 },
      { hour: '2026-06-15T13:00:00.000Z', accepted: 1, rejected: 1, refused: 1 },
    ]);
    expect(body.codedHints.map(({ code }: { code: string }) => code)).toEqual([
      'unknown_provider',
      'body_too_large',
      'unpriced',
    ]);
    expect(body.hints.join(' ')).toMatch(/TRACEWELL_PROVIDERS.*1 MiB.*model-prices/);
  });

  it('200: records rejected from JSON have a cause, a code and the field besides the sentence', async () => {
    const account = await app.account();
    const key = await account.key(['write:records']);
    const at = (ms: number) => new Date(clock.now() + ms).toISOString();
    const sent = await key.call('POST', '/v1/ingest', {
      records: [
        sampleRecord({ id: 'who', timestamp: at(0), provider: 'acme' }),
        sampleRecord({ id: 'old', timestamp: at(-400 * DAY_MS) }),
        sampleRecord({ id: 'far', timestamp: at(2 * DAY_MS) }),
        sampleRecord({ id: 'tag', timestamp: at(0), tags: { 'user id': 1 } }),
      ],
    });
    expect(sent.json()).toMatchObject({ accepted: 0 });
    for (const when of ['waiting', 'stored']) {
      const body = (await account.call('GET', URL)).json();
      const reasons = new Map(
        body.sources[0].reasons.map(({ code, ...reason }: { code: string }) => [code, reason]),
      );
      expect(reasons.get('unknown_provider')).toMatchObject({
        cause: 'unknown_provider',
        values: { provider: 'acme' },
        example: expect.stringMatching(/^who: provider must be .*; got "acme"$/),
      });
      const causes = ['timestamp_too_old', 'timestamp_in_future'];
      for (const cause of causes)
        expect([when, reasons.get(cause)]).toMatchObject([when, { cause, values: {} }]);
      expect(reasons.get('field_rule')).toMatchObject({
        cause: 'field_rule',
        reason: 'tags.user id must be a string',
        values: { field: 'tags.user id' },
        example: 'tag: tags.user id must be a string; got 1',
      });
      expect(body.codedHints).toMatchObject([
        { code: 'unknown_provider', values: { records: 1, provider: 'acme' } },
        { code: 'timestamp_too_old', values: { records: 1 } },
        { code: 'timestamp_in_future', values: { records: 1 } },
      ]);
      await receiptsOf(app.services).flush();
    }
  });

  it('200: with a project, only the keys that are bound to it', async () => {
    const account = await app.account();
    const { id: projectId } = (await account.call('POST', '/v1/projects', { name: 'Bound' })).json();
    const bound = await account.key(null, { projectId });
    const free = await account.key(null);
    note(account.id, { keyId: bound.id }, { accepted: 1 });
    note(account.id, { keyId: free.id }, { accepted: 10 });
    const ofProject = [
      await bound.call('GET', URL),
      await account.call('GET', URL, undefined, { 'x-project-id': projectId }),
    ];
    for (const reply of ofProject) {
      expect(reply.json()).toMatchObject({ totals: { accepted: 1 }, sources: [{ keyId: bound.id }] });
    }
    expect((await account.call('GET', URL)).json().totals.accepted).toBe(11);
  });

  it('200: entries older than a day are omitted, and deleted by housekeeping', async () => {
    const account = await app.account();
    note(account.id, {}, { accepted: 1 });
    await receiptsOf(app.services).flush();
    clock.advance(DAY_MS);
    expect((await account.call('GET', URL)).json().totals.accepted).toBe(1);
    clock.advance(HOUR_MS);
    expect((await account.call('GET', URL)).json().totals.accepted).toBe(0);
    await app.worker.runNow('housekeeping');
    expect(await receiptsOf(app.services).read(account.id, 0)).toEqual([]);
  });

  it('200: requests that were refused as a whole are counted by reason', async () => {
    const account = await app.account();
    const reader = await account.key(['read']);
    const client = { 'user-agent': 'test-client/1' };
    const json = { ...client, 'content-type': 'application/json' };
    const statuses = [
      (await reader.call('POST', '/v1/ingest', { records: [] }, client)).statusCode,
      (await account.call('POST', '/v1/ingest', '{"records": [', json)).statusCode,
      (await account.call('POST', '/v1/ingest', '<x/>', { ...client, 'content-type': 'text/xml' }))
        .statusCode,
      (await app.call('POST', '/v1/ingest', { records: [] }, client)).statusCode,
    ];
    expect(statuses).toEqual([403, 400, 415, 401]);
    const body = (await account.call('GET', URL)).json();
    expect(body.totals).toMatchObject({ requests: 3, refused: 3, accepted: 0 });
    const reasons = body.sources.flatMap((source: { client: string; reasons: { reason: string }[] }) =>
      source.reasons.map(({ reason }) => [source.client, reason]),
    );
    expect(reasons.toSorted()).toEqual([
      ['test-client/1', 'insufficient_scope'],
      ['test-client/1', 'invalid_json'],
      ['test-client/1', 'unsupported_media_type'],
    ]);
  });

  it('200: what is not counted twice, by id, the newest first, and what may be', async () => {
    const account = await app.account();
    const outer = inference({ 'gen_ai.usage.input_tokens': 0, 'gen_ai.usage.output_tokens': 0 }, clock.now());
    const inner = { ...inference({}, clock.now()), traceId: outer.traceId, parentSpanId: outer.spanId };
    const idOf = ({ traceId, spanId }: typeof outer) => `${traceId}-${spanId}`;
    expect((await account.call('POST', '/v1/traces', exportOf([outer, inner]))).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    const { traceId, spanId } = inner;
    const named = sampleRecord({
      id: 'own',
      timestamp: new Date(clock.now()).toISOString(),
      traceId,
      spanId,
    });
    for (const _ of [1, 2]) await account.call('POST', '/v1/ingest', { records: [named] });
    const body = (await account.call('GET', URL)).json();
    expect(body.merged).toEqual([
      {
        id: 'own',
        duplicateOf: idOf(inner),
        reason: 'same_span',
        counted: true,
        at: '2026-06-15T12:31:00.000Z',
      },
      {
        id: idOf(outer),
        duplicateOf: idOf(inner),
        reason: 'around_call',
        counted: false,
        at: '2026-06-15T12:30:00.000Z',
      },
    ]);
    expect(body.codedHints).toMatchObject([{ code: 'same_spans', values: { records: 1 } }]);
    // Nothing of another account or project.
    expect((await (await app.account()).call('GET', URL)).json().merged).toEqual([]);
    const project = (await account.call('POST', '/v1/projects', { name: 'other' })).json();
    const reply = await account.call('GET', URL, undefined, { 'x-project-id': project.id });
    expect([reply.statusCode, reply.json().merged]).toEqual([200, []]);
    // The other way round: the record first, then the span.
    const later = inference({}, clock.now());
    const first = { ...named, id: 'first', traceId: later.traceId, spanId: later.spanId };
    await account.call('POST', '/v1/ingest', { records: [first] });
    await account.call('POST', '/v1/traces', exportOf([later]));
    const [newest] = (await account.call('GET', URL)).json().merged;
    expect(newest).toMatchObject({
      id: idOf(later),
      duplicateOf: 'first',
      reason: 'same_span',
      counted: true,
    });
  });

  it('200: an erasure empties the list', async () => {
    const account = await app.account();
    mergedCallsOf(app.services).notePossible(account.id, 1, [['a', 'b']]);
    expect((await account.call('GET', URL)).json().merged).toHaveLength(1);
    await app.services.metadata.transaction((db) => forgetMergedOfAccount(db, account.id));
    expect((await account.call('GET', URL)).json().merged).toEqual([]);
  });

  it('200: the newest of very many', async () => {
    const account = await app.account();
    for (let at = 0; at < 1_500; at += 1) {
      clock.advance(10);
      mergedCallsOf(app.services).notePossible(account.id, 1, [[`id-${at}`, 'kept']]);
      if (at === 700) await mergedCallsOf(app.services).flush();
    }
    const { merged } = (await account.call('GET', URL)).json();
    expect([merged.length, merged[0].id, merged.at(-1).id]).toEqual([200, 'id-1499', 'id-1300']);
    const { count } = await app.services.metadata.reader
      .selectFrom('merged_calls')
      .select((eb) => eb.fn.countAll<number | string>().as('count'))
      .where('account_id', '=', account.id)
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(1_000);
  });

  it('401, 403: needs a key that may read', async () => {
    const account = await app.account();
    expect((await app.call('GET', URL)).statusCode).toBe(401);
    const sender = await account.key(['write:records']);
    const reply = await sender.call('GET', URL);
    expect([reply.statusCode, reply.json().reason]).toEqual([403, 'insufficient_scope']);
    expect((await (await account.member('viewer')).call('GET', URL)).statusCode).toBe(200);
  });
});
