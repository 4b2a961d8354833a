// Long conversations through every door: they come back as they were sent, and beyond the limit their newest messages
// do.
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#lib/clock';
import { listenGrpc } from '#grpc';
import { encodeLogs, encodeTree } from '#test/oracles/otlp-oracle';
import { logsOf, namedEvent } from '#test/support/agent-events';
import { makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { grpcCaller } from '#test/support/grpc-client';
import { conversation, DOORS, spanWith, type SentMessage, type SentCall } from '#test/support/large-bodies';
import { exportOf, inference } from '#test/support/sample-spans';

const MIB = 1_048_576;
const INPUT = conversation(15 * MIB);
const PATIENCE = { timeout: 120_000 };

let app: TestApp;
let account: TestAccount;

async function consenting(to: TestApp): Promise<TestAccount> {
  const of = await to.account({ plan: 'team' });
  await of.call('PUT', '/v1/account/consents/plaintext-storage');
  return of;
}

beforeAll(async () => {
  app = await makeTestApp();
  account = await consenting(app);
});
afterAll(() => app.stop());

async function send({ requests }: SentCall, of = account): Promise<void> {
  for (const { method, path, bytes, contentType } of requests) {
    const reply = await of.call(method, path, bytes, { 'content-type': contentType });
    expect([path, reply.statusCode < 300, reply.body.slice(0, 300)]).toEqual([
      path,
      true,
      expect.any(String),
    ]);
  }
}

type Meta = Record<string, unknown>;

async function metaOf(id: string, of = account): Promise<Meta> {
  const reply = await of.call('GET', `/v1/query/calls/${id}`);
  expect([id, reply.statusCode]).toEqual([id, 200]);
  return reply.json<{ call: { requestMeta: Meta } }>().call.requestMeta;
}

/** Some clients send the messages in an object with the settings of the request. */
const messagesOf = ({ input }: Meta): unknown =>
  Array.isArray(input) ? input : (input as { messages?: unknown } | undefined)?.messages;

/** Compared by itself: a difference of megabytes would be shown. */
function expectSame(read: unknown, sent: unknown): void {
  expect(JSON.stringify(read) === JSON.stringify(sent)).toBe(true);
}

describe('a conversation of 15 MiB comes back equal', () => {
  it.each(Object.entries(DOORS))('as %s', PATIENCE, async (_name, door) => {
    const sent = door(INPUT);
    await send(sent);
    const meta = await metaOf(sent.id);
    expectSame(messagesOf(meta), INPUT);
    expect(meta).not.toHaveProperty('contentTruncated');
    expect(JSON.stringify(meta['output'])).toContain('It is on its way.');
  });

  it('over gRPC', PATIENCE, async () => {
    const listener = await listenGrpc(app.services, { host: '127.0.0.1', port: 0 });
    onTestFinished(() => listener.close());
    const spans = Array.from({ length: 3 }, (_, at) => spanWith(at === 0 ? INPUT : INPUT.slice(50 * at)));
    const body = encodeTree(exportOf(spans));
    expect(body.length).toBeGreaterThan(40 * MIB);
    const caller = grpcCaller(listener.port, account.apiKey);
    expect((await caller.call(body, { timeoutMs: 90_000 })).code).toBe('OK');
    for (const [at, { traceId, spanId }] of spans.entries())
      expectSame(messagesOf(await metaOf(`${traceId}-${spanId}`)), at === 0 ? INPUT : INPUT.slice(50 * at));
  });

  it('of each call in a body of 40 MiB', PATIENCE, async () => {
    const inputs = [0, 1, 2].map((at) => INPUT.slice(at * 20));
    const spans = inputs.map(spanWith);
    const bytes = Buffer.from(JSON.stringify(exportOf(spans)));
    expect(bytes.length).toBeGreaterThan(40 * MIB);
    const reply = await account.call('POST', '/otel/v1/traces', bytes, {
      'content-type': 'application/json',
    });
    expect([reply.statusCode, reply.body]).toEqual([200, '{}']);
    for (const [at, { traceId, spanId }] of spans.entries())
      expectSame(messagesOf(await metaOf(`${traceId}-${spanId}`)), inputs[at]);
  });

  it.each(['before', 'after'])('as an event that arrives %s its span', PATIENCE, async (when) => {
    const clock = new FakeClock(Date.now());
    const own = await openTestApp({ clock });
    const of = await consenting(own);
    const span = inference();
    const event = {
      ...namedEvent('gen_ai.client.inference.operation.details', {
        'gen_ai.input.messages': JSON.stringify(INPUT),
      }),
      traceId: span.traceId,
      spanId: span.spanId,
    };
    const logs = () =>
      of.call('POST', '/otel/v1/logs', Buffer.from(encodeLogs(logsOf([event]))), {
        'content-type': 'application/x-protobuf',
      });
    const traces = () => of.call('POST', '/otel/v1/traces', exportOf([span]));
    for (const step of when === 'before' ? [logs, traces] : [traces, logs])
      expect((await step()).statusCode).toBe(200);
    clock.advance(MINUTE_MS);
    await own.worker.runNow('span-events');
    expectSame(messagesOf(await metaOf(`${span.traceId}-${span.spanId}`, of)), INPUT);
  });
});

describe('beyond the limit of a call', () => {
  const LIMIT = 2 * MIB;
  const long = conversation(3 * MIB);

  it.each(Object.entries(DOORS))('the newest messages are whole: %s', PATIENCE, async (_name, door) => {
    const own = await limited();
    const sent = door(long);
    await send(sent, own);
    const meta = await metaOf(sent.id, own);
    const [note, ...rest] = messagesOf(meta) as [Record<string, unknown>, ...SentMessage[]];
    expectSame(rest, long.slice(-rest.length));
    expect(note).toEqual({ type: 'omitted', messages: long.length - rest.length, bytes: expect.any(Number) });
    // The limit is one of text: the escapes of JSON do not count.
    const bytes = rest.reduce((sum, { content }) => sum + Buffer.byteLength(content), 0);
    expect(bytes).toBeLessThan(LIMIT);
    expect(bytes).toBeGreaterThan(LIMIT * 0.95);
    expect(meta).toMatchObject({ contentTruncated: true, truncated: ['input'] });
    expect(JSON.stringify(meta['output'])).toContain('It is on its way.');
  });

  let ofLimited: TestAccount | null = null;
  async function limited(): Promise<TestAccount> {
    if (ofLimited) return ofLimited;
    limitedApp = await makeTestApp({ config: { contentLimit: LIMIT } });
    return (ofLimited = await consenting(limitedApp));
  }
  let limitedApp: TestApp | null = null;
  afterAll(() => limitedApp?.stop());
});
