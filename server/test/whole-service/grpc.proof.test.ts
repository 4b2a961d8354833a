import { Metadata } from '@grpc/grpc-js';
import { SpanKind } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync, gunzipSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { unavailable } from '#lib/app-error';
import { listenGrpc, startGrpc, type GrpcLimits, type GrpcListener } from '#grpc';
import { OPERATOR_TOKEN, makeTestApp, openTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { framed, grpcCaller, openCall, openSession, rawCall } from '#test/support/grpc-client';
import { decodeResponse, encodeLogs, encodeTree } from '#test/oracles/otlp-oracle';
import { apiRequest, logsOf } from '#test/support/agent-events';

const MIB = 1_048_576;
const LIMIT = 72 * MIB;
const LOCAL = { host: '127.0.0.1', port: 0 };

let app: TestApp;
let account: TestAccount;
let grpc: GrpcListener;
beforeAll(async () => {
  app = await makeTestApp();
  account = await app.account();
  grpc = await listenGrpc(app.services, LOCAL);
});
afterAll(async () => {
  await grpc.close();
  await app.stop();
});

const usageOf = async (of: TestAccount, at = app): Promise<number> => {
  const known = await at.services.accounts.get(of.id);
  return at.services.records.usage(known?.number ?? 0);
};

const listen = async (at: TestApp, limits: Partial<GrpcLimits> = {}): Promise<GrpcListener> => {
  const listener = await listenGrpc(at.services, LOCAL, limits);
  onTestFinished(() => listener.close());
  return listener;
};

let spanNumber = 0;

/** An export of model calls, each with its own id. */
function exportOf(count: number, provider = 'openai', filler = ''): Uint8Array {
  const now = BigInt(Date.now()) * 1_000_000n;
  const spans = Array.from({ length: count }, () => {
    spanNumber += 1;
    return {
      traceId: `${process.pid}`.padStart(16, '1') + `${spanNumber}`.padStart(16, '2'),
      spanId: `${spanNumber}`.padStart(16, '3'),
      name: 'chat gpt-4o',
      kind: 3,
      startTimeUnixNano: String(now - 1_000_000_000n),
      endTimeUnixNano: String(now),
      attributes: [
        { key: 'gen_ai.operation.name', value: { stringValue: 'chat' } },
        { key: 'gen_ai.provider.name', value: { stringValue: provider } },
        { key: 'gen_ai.request.model', value: { stringValue: 'gpt-4o' } },
        { key: 'gen_ai.usage.input_tokens', value: { intValue: '12' } },
        { key: 'gen_ai.usage.output_tokens', value: { intValue: '34' } },
        { key: 'app.filler', value: { stringValue: filler } },
      ],
    };
  });
  return encodeTree({ resourceSpans: [{ scopeSpans: [{ scope: { name: 'test' }, spans }] }] });
}

const refusals = async (of: TestAccount): Promise<Record<string, number>> => {
  const { sources } = (await of.call('GET', '/v1/ingest/diagnostics')).json();
  const counts: Record<string, number> = {};
  for (const { endpoint, reasons } of sources) {
    for (const { kind, reason, count } of reasons)
      if (kind === 'refused') counts[`${endpoint} ${reason}`] = count;
  }
  return counts;
};

describe('the exporter of OpenTelemetry', () => {
  const exportSpans = async (
    port: number,
    apiKey: string,
    compression: string,
    count: number,
    authorization = `Bearer ${apiKey}`,
  ): Promise<Error | null> => {
    const metadata = new Metadata();
    metadata.set('authorization', authorization);
    const exporter = new OTLPTraceExporter({
      url: `http://127.0.0.1:${port}`,
      metadata,
      compression: compression as never,
      timeoutMillis: 5_000,
    });
    let failure: Error | null = null;
    const send = exporter.export.bind(exporter);
    exporter.export = (spans, done) =>
      send(spans, (result) => {
        failure ??= result.error ?? null;
        done(result);
      });
    const provider = new TracerProvider({ spanProcessors: [new BatchSpanProcessor({ exporter })] });
    const tracer = provider.getTracer('my-agent', '1.0');
    for (let at = 0; at < count; at += 1) {
      const span = tracer.startSpan('chat gpt-4o', { kind: SpanKind.CLIENT });
      span.setAttributes({
        'gen_ai.operation.name': 'chat',
        'gen_ai.provider.name': 'openai',
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 10,
        'gen_ai.usage.output_tokens': 20,
      });
      span.end();
    }
    await provider.forceFlush().catch(() => undefined);
    await provider.shutdown().catch(() => undefined);
    return failure;
  };

  it.each(['none', 'gzip'])('is accepted and charged: compression %s', async (compression) => {
    const to = await app.account();
    expect(await exportSpans(grpc.port, to.apiKey, compression, 30)).toBeNull();
    expect(await usageOf(to)).toBe(30);
    const { sources } = (await to.call('GET', '/v1/ingest/diagnostics')).json();
    expect(sources).toMatchObject([
      {
        client: expect.stringMatching(/^OTel-OTLP-Exporter-JavaScript/),
        scope: 'my-agent',
        endpoint: 'traces',
        accepted: 30,
      },
    ]);
  });

  it('is accepted with the space of its header URL-encoded', async () => {
    const to = await app.account();
    expect(await exportSpans(grpc.port, '', 'none', 2, `Bearer%20${to.apiKey}`)).toBeNull();
    expect(await usageOf(to)).toBe(2);
  });

  it('gets an error for a wrong key', async () => {
    const failure = await exportSpans(grpc.port, `${account.apiKey.slice(0, -1)}_`, 'none', 1);
    expect(failure).toMatchObject({ code: 16, message: expect.stringContaining('not valid') });
  });
});

describe('authentication', () => {
  it('UNAUTHENTICATED: no key, another scheme, a wrong or expired key', async () => {
    const expired = await account.key(null, { expiresAt: Date.now() - 1_000 });
    const cases: [Record<string, string>, string][] = [
      [{}, 'missing_credential'],
      [{ authorization: 'Digest eA==' }, 'invalid_scheme'],
      [{ authorization: 'Basic eA==' }, 'invalid_key'],
      [{ authorization: 'Bearer nonsense' }, 'invalid_key'],
      [{ authorization: `Bearer ${expired.apiKey}` }, 'expired_key'],
    ];
    const stranger = grpcCaller(grpc.port, null);
    for (const [headers, reason] of cases) {
      const answer = await stranger.call(exportOf(1), { headers });
      expect([answer.code, answer.trailers.get('reason')]).toEqual(['UNAUTHENTICATED', [reason]]);
      expect(answer.trailers.get('x-request-id')).toEqual([expect.stringMatching(/^req_/)]);
    }
  });

  it('OK: the key in every form that HTTP accepts', async () => {
    const to = await app.account();
    const pair = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`;
    const forms: Record<string, string>[] = [
      { authorization: `Bearer%20${to.apiKey}` },
      { authorization: to.apiKey },
      { authorization: pair(`pk-lf-1:${to.apiKey}`) },
      { authorization: pair(`${to.projectId}:${to.apiKey}`) },
      { 'x-api-key': to.apiKey },
      { api_key: to.apiKey },
      { 'helicone-auth': `Bearer ${to.apiKey}` },
    ];
    const caller = grpcCaller(grpc.port, null);
    for (const headers of forms) {
      expect([Object.keys(headers), (await caller.call(exportOf(1), { headers })).code]).toEqual([
        Object.keys(headers),
        'OK',
      ]);
    }
    expect(await usageOf(to)).toBe(forms.length);
  });

  it('PERMISSION_DENIED: a key that may only read, shown in the account’s diagnostics', async () => {
    const to = await app.account();
    const reader = await to.key(['read']);
    const answer = await grpcCaller(grpc.port, reader.apiKey).call(exportOf(1));
    expect([answer.code, answer.message]).toEqual([
      'PERMISSION_DENIED',
      'The API key lacks the scope "write:records". An admin can create one that has it in the dashboard, at /settings/keys.',
    ]);
    expect(await refusals(to)).toEqual({ 'traces insufficient_scope': 1 });
    const writer = await to.key(['write:records']);
    expect((await grpcCaller(grpc.port, writer.apiKey).call(exportOf(1))).code).toBe('OK');
  });

  it('NOT_FOUND: an unknown project; OK: one of the account', async () => {
    const caller = grpcCaller(grpc.port, account.apiKey);
    const foreign = (await app.account()).projectId;
    const refused = await caller.call(exportOf(1), { headers: { 'x-project-id': foreign } });
    expect([refused.code, refused.trailers.get('reason')]).toEqual(['NOT_FOUND', ['project_not_found']]);
    const own = await caller.call(exportOf(1), { headers: { 'x-project-id': account.projectId } });
    expect(own.code).toBe('OK');
    expect((await caller.call(exportOf(1), { headers: { 'x-project-name': 'by name' } })).code).toBe('OK');
    const { projects } = (await account.call('GET', '/v1/projects')).json();
    expect(projects.map(({ name }: { name: string }) => name)).toContain('by name');
  });

  it('messages without a valid key are not read', async () => {
    const session = await openSession(grpc.port);
    const answer = await rawCall(session, {}, framed(Buffer.alloc(16), false, 4 * MIB), false);
    expect(answer.status).toBe('UNAUTHENTICATED');
  });
});

describe('messages', () => {
  it('OK: full success is an empty answer, and a repeated request is charged once', async () => {
    const to = await app.account();
    const caller = grpcCaller(grpc.port, to.apiKey, 'gzip');
    const bytes = exportOf(5);
    for (const answer of [await caller.call(bytes), await caller.call(bytes)]) {
      expect([answer.code, answer.body.length]).toEqual(['OK', 0]);
    }
    expect(await usageOf(to)).toBe(5);
    expect((await caller.call(Buffer.alloc(0))).code).toBe('OK');
  });

  it('OK with partial success: rejected spans are counted with their cause', async () => {
    const nowhere = { traceId: '0'.repeat(32), spanId: '1'.repeat(16), name: 'nowhere' };
    const answer = await grpcCaller(grpc.port, account.apiKey).call(
      encodeTree({ resourceSpans: [{ scopeSpans: [{ spans: [nowhere, nowhere] }] }] }),
    );
    expect([answer.code, decodeResponse(answer.body)]).toEqual([
      'OK',
      { partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('nowhere') } },
    ]);
  });

  it('OK: a provider of any name', async () => {
    const to = await app.account();
    const answer = await grpcCaller(grpc.port, to.apiKey).call(exportOf(2, 'acme'));
    expect([answer.code, answer.body.length, await usageOf(to)]).toEqual(['OK', 0, 2]);
  });

  it('OK: log events of a coding agent are stored, all others are counted', async () => {
    const to = await app.account();
    const caller = grpcCaller(grpc.port, to.apiKey, 'gzip');
    const logs = encodeLogs(logsOf([apiRequest(), { body: { stringValue: 'GET /health' } }]));
    const answer = await caller.call(logs, { signal: 'logs' });
    expect([answer.code, decodeResponse(answer.body)]).toEqual([
      'OK',
      {
        partialSuccess: { rejectedSpans: '1', errorMessage: expect.stringContaining('1 log record was not') },
      },
    ]);
    expect(await usageOf(to)).toBe(1);
  });

  it('OK with partial success: the quota is used up', async () => {
    const to = await app.account();
    const operator = { authorization: `Bearer ${OPERATOR_TOKEN}` };
    await app.call('PATCH', `/operator/accounts/${to.id}`, { recordQuota: 3 }, operator);
    const caller = grpcCaller(grpc.port, to.apiKey);
    expect((await caller.call(exportOf(2))).body).toHaveLength(0);
    const answer = await caller.call(exportOf(2));
    expect([answer.code, decodeResponse(answer.body)]).toEqual([
      'OK',
      { partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('quota') } },
    ]);
    expect(await usageOf(to)).toBe(2);
  });

  it('OK with partial success: logs and metrics are not stored', async () => {
    const to = await app.account();
    const caller = grpcCaller(grpc.port, to.apiKey);
    // resource_logs { scope_logs { log_records {} log_records {} } }
    const logs = Buffer.from([0x0a, 0x06, 0x12, 0x04, 0x12, 0x00, 0x12, 0x00]);
    const answer = await caller.call(logs, { signal: 'logs' });
    expect([answer.code, decodeResponse(answer.body)]).toEqual([
      'OK',
      {
        partialSuccess: { rejectedSpans: '2', errorMessage: expect.stringContaining('Log records are not') },
      },
    ]);
    // resource_metrics { scope_metrics { metrics { gauge { data_points {} } } } }
    const metrics = Buffer.from([0x0a, 0x08, 0x12, 0x06, 0x12, 0x04, 0x2a, 0x02, 0x0a, 0x00]);
    const other = await caller.call(metrics, { signal: 'metrics' });
    expect([other.code, decodeResponse(other.body)]).toMatchObject([
      'OK',
      { partialSuccess: { rejectedSpans: '1' } },
    ]);
    expect(await usageOf(to)).toBe(0);
  });

  it('INVALID_ARGUMENT: bytes that are not an export, and damaged compression', async () => {
    const to = await app.account();
    const caller = grpcCaller(grpc.port, to.apiKey);
    const answer = await caller.call(exportOf(3).subarray(0, -7));
    expect([answer.code, answer.trailers.get('reason')]).toEqual(['INVALID_ARGUMENT', ['invalid_protobuf']]);
    const session = await openSession(grpc.port);
    const authorization = `Bearer ${to.apiKey}`;
    const cut = framed(gzipSync(exportOf(1)).subarray(0, -9), true);
    const damaged = await rawCall(session, { authorization, 'grpc-encoding': 'gzip' }, cut);
    expect([damaged.status, damaged.headers['reason']]).toEqual(['INVALID_ARGUMENT', 'invalid_compression']);
    const twice = Buffer.concat([framed(exportOf(1)), framed(exportOf(1))]);
    expect((await rawCall(session, { authorization }, twice)).status).toBe('INVALID_ARGUMENT');
    expect((await rawCall(session, { authorization }, null)).status).toBe('INVALID_ARGUMENT');
    expect(await refusals(to)).toEqual({
      'traces invalid_protobuf': 1,
      'traces invalid_compression': 1,
      'traces invalid_request': 2,
    });
    expect(await usageOf(to)).toBe(0);
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['zstd', zstdCompressSync],
  ])('OK: compressed by %s', async (encoding, compress) => {
    const to = await app.account();
    const session = await openSession(grpc.port);
    const headers = { authorization: `Bearer ${to.apiKey}`, 'grpc-encoding': encoding };
    expect((await rawCall(session, headers, framed(compress(exportOf(2)), true))).status).toBe('OK');
    expect((await rawCall(session, headers, framed(exportOf(2)))).status).toBe('OK');
    expect(await usageOf(to)).toBe(4);
  });

  it('UNIMPLEMENTED: an unknown encoding', async () => {
    const session = await openSession(grpc.port);
    const headers = { authorization: `Bearer ${account.apiKey}`, 'grpc-encoding': 'snappy' };
    const snappy = await rawCall(session, headers, framed(exportOf(1), true));
    expect([snappy.status, snappy.headers['reason']]).toEqual(['UNIMPLEMENTED', 'unsupported_encoding']);
  });

  it('RESOURCE_EXHAUSTED without a retry delay: over 72 MiB, on the wire or inflated', async () => {
    const to = await app.account();
    // About as random as text.
    const filler = Buffer.from(randomBytes(200_000)).toString('hex');
    const fitting = exportOf(180, 'openai', filler);
    expect(fitting.length).toBeGreaterThan(68 * MIB);
    const caller = grpcCaller(grpc.port, to.apiKey);
    expect((await caller.call(fitting)).code).toBe('OK');
    expect((await grpcCaller(grpc.port, to.apiKey, 'gzip').call(fitting)).code).toBe('OK');
    expect(await usageOf(to)).toBe(180);
    const large = await caller.call(Buffer.alloc(LIMIT + 1));
    expect([large.code, large.trailers.get('reason'), large.trailers.get('grpc-status-details-bin')]).toEqual(
      ['RESOURCE_EXHAUSTED', ['body_too_large'], []],
    );
    const inflating = await grpcCaller(grpc.port, to.apiKey, 'gzip').call(Buffer.alloc(LIMIT + 1));
    expect(inflating.code).toBe('RESOURCE_EXHAUSTED');
    expect(await refusals(to)).toEqual({ 'traces body_too_large': 2 });
  });

  it('RESOURCE_EXHAUSTED: a bomb is not inflated over the limit', async () => {
    // Consecutive gzip members are one stream: under 1 MiB on the wire, 832 MiB in total.
    const member = gzipSync(Buffer.alloc(64 * MIB));
    const bomb = framed(Buffer.concat(Array.from({ length: 13 }, () => member)), true);
    expect(bomb.length).toBeLessThan(MIB);
    const session = await openSession(grpc.port);
    const headers = { authorization: `Bearer ${account.apiKey}`, 'grpc-encoding': 'gzip' };
    const { user, system } = process.cpuUsage();
    const answer = await rawCall(session, headers, bomb);
    const spent = process.cpuUsage({ user, system });
    expect([answer.status, answer.headers['reason']]).toEqual(['RESOURCE_EXHAUSTED', 'body_too_large']);
    // The limit is 72 of 832 MiB. The process does other work too, and the machine may be slow.
    const whole = process.cpuUsage();
    for (let at = 0; at < 13; at += 1) gunzipSync(member);
    const { user: all, system: besides } = process.cpuUsage(whole);
    expect(spent.user + spent.system).toBeLessThan((all + besides) / 4);
  });

  it('INVALID_ARGUMENT: of many messages in one frame only the first is inflated', async () => {
    const session = await openSession(grpc.port);
    const headers = { authorization: `Bearer ${account.apiKey}`, 'grpc-encoding': 'gzip' };
    const message = framed(gzipSync(Buffer.alloc(MIB)), true);
    const frame = Buffer.concat(Array.from({ length: 14 }, () => message));
    expect(frame.length).toBeLessThan(16_384);
    const before = process.memoryUsage().arrayBuffers;
    let peak = 0;
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().arrayBuffers)), 1);
    const answers = await Promise.all(Array.from({ length: 32 }, () => rawCall(session, headers, frame)));
    clearInterval(watch);
    for (const answer of answers) {
      expect([answer.status, answer.headers['grpc-message']]).toEqual([
        'INVALID_ARGUMENT',
        'A%20call%20takes%20exactly%20one%20message.',
      ]);
    }
    // All of them inflated are 448 MiB.
    expect((peak - before) / MIB).toBeLessThan(150);
  });
});

function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
}

describe('under load and under attack', () => {
  it('many concurrent exports are stored once each', async () => {
    const to = await app.account();
    const caller = grpcCaller(grpc.port, to.apiKey, 'gzip');
    const answers = await Promise.all(Array.from({ length: 60 }, () => caller.call(exportOf(5))));
    expect(new Set(answers.map(({ code }) => code))).toEqual(new Set(['OK']));
    expect(await usageOf(to)).toBe(300);
  });

  it('UNAVAILABLE with a retry delay: the engine is behind', async () => {
    const own = await openTestApp({
      records: { write: () => Promise.reject(unavailable('overloaded', 'More arrives than can be stored.')) },
    });
    const to = await own.account();
    const answer = await grpcCaller((await listen(own)).port, to.apiKey).call(exportOf(1));
    expect([answer.code, answer.message]).toEqual(['UNAVAILABLE', 'More arrives than can be stored.']);
    // google.rpc.Status { 14, message, details: [Any(RetryInfo { retry_delay { seconds: 2 } })] }
    const [details] = answer.trailers.get('grpc-status-details-bin') as Buffer[];
    expect(details?.subarray(0, 2)).toEqual(Buffer.from([0x08, 14]));
    expect(details?.toString('latin1')).toContain('type.googleapis.com/google.rpc.RetryInfo');
    expect(details?.subarray(-6)).toEqual(Buffer.from([0x12, 0x04, 0x0a, 0x02, 0x08, 0x02]));
  });

  it('INTERNAL: details of an internal error are not revealed', async () => {
    const own = await openTestApp({
      records: { write: () => Promise.reject(new Error('secret engine text at /var/lib')) },
    });
    const to = await own.account();
    const answer = await grpcCaller((await listen(own)).port, to.apiKey).call(exportOf(1));
    expect(answer.code).toBe('INTERNAL');
    expect(JSON.stringify([answer.message, answer.trailers.toJSON()])).not.toContain('secret');
  });

  it('UNAVAILABLE: more concurrent calls than allowed, per account and in total', async () => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => (open = resolve));
    let writing = 0;
    const own = await openTestApp({
      records: {
        write: async () => {
          writing += 1;
          await gate;
          return { status: 'stored', stored: 1, duplicates: 0 };
        },
      },
    });
    const { port } = await listen(own, { calls: 3, callsPerAccount: 2 });
    const [one, two] = [await own.account(), await own.account()];
    const [first, second] = [grpcCaller(port, one.apiKey), grpcCaller(port, two.apiKey)];
    const held = [first.call(exportOf(1)), first.call(exportOf(1))];
    await expect.poll(() => writing).toBe(2);
    const third = await first.call(exportOf(1));
    expect([third.code, third.trailers.get('reason')]).toEqual(['UNAVAILABLE', ['overloaded']]);
    held.push(second.call(exportOf(1)));
    await expect.poll(() => writing).toBe(3);
    expect((await second.call(exportOf(1))).code).toBe('UNAVAILABLE');
    open();
    expect((await Promise.all(held)).map(({ code }) => code)).toEqual(['OK', 'OK', 'OK']);
    expect((await first.call(exportOf(1))).code).toBe('OK');
  });

  it('a call that its client cancels is stored all the same, and frees its slot afterwards', async () => {
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: writing, resolve: begun } = Promise.withResolvers<void>();
    let done = 0;
    const own = await openTestApp({
      records: {
        write: async () => {
          begun();
          await gate;
          done += 1;
          return { status: 'stored', stored: 1, duplicates: 0 };
        },
      },
    });
    const { port } = await listen(own, { calls: 1 });
    const caller = grpcCaller(port, (await own.account()).apiKey);
    expect((await caller.call(exportOf(1), { cancelAt: writing })).code).toBe('CANCELLED');
    expect((await caller.call(exportOf(1))).code).toBe('UNAVAILABLE');
    open();
    await expect.poll(() => done).toBe(1);
    expect((await caller.call(exportOf(1))).code).toBe('OK');
  });

  it('a call that its client cancels while its key is looked up takes no slot', async () => {
    let ended = 0;
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        if (chunk.includes('"method":"gRPC"')) ended += 1;
        done();
      },
    });
    const own = await openTestApp({ log: pino({ level: 'info' }, sink) });
    const { port } = await listen(own, { calls: 1 });
    const caller = grpcCaller(port, (await own.account()).apiKey);
    const { keys } = own.services;
    const read = keys.check.bind(keys);
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: checking, resolve: begun } = Promise.withResolvers<void>();
    const checked = vi.spyOn(keys, 'check').mockImplementationOnce(async (text) => {
      begun();
      await gate;
      return read(text);
    });
    expect((await caller.call(exportOf(1), { cancelAt: checking })).code).toBe('CANCELLED');
    // The client does not wait for the server, which has to have noticed it.
    await expect.poll(() => ended).toBe(1);
    open();
    await checked.mock.results[0]?.value;
    expect((await caller.call(exportOf(1))).code).toBe('OK');
  });

  it('DEADLINE_EXCEEDED: a message that has not arrived by the deadline of the call', async () => {
    const session = await openSession(grpc.port);
    const headers = { authorization: `Bearer ${account.apiKey}`, 'grpc-timeout': '200m' };
    const answer = await rawCall(session, headers, framed(Buffer.alloc(10), false, 1_000), false);
    expect([answer.status, answer.headers['reason']]).toEqual(['DEADLINE_EXCEEDED', 'deadline_exceeded']);
  });

  it('DEADLINE_EXCEEDED: a message that never ends', async () => {
    const own = await openTestApp();
    const to = await own.account();
    const session = await openSession((await listen(own, { arrivalMs: 200, calls: 1 })).port);
    const authorization = `Bearer ${to.apiKey}`;
    const answer = await rawCall(session, { authorization }, framed(Buffer.alloc(10), false, 1_000), false);
    expect([answer.status, answer.headers['reason']]).toEqual(['DEADLINE_EXCEEDED', 'request_timeout']);
    expect((await rawCall(session, { authorization }, framed(exportOf(1)))).status).toBe('OK');
  });

  it('UNAVAILABLE with a retry delay: more concurrent bytes than there is room for, per account and in total', async () => {
    const own = await openTestApp();
    const { port } = await listen(own, { bytes: 3 * MIB, bytesPerAccount: 2 * MIB });
    const [one, two] = [await own.account(), await own.account()];
    const half = framed(Buffer.alloc(MIB), false, 2 * MIB);
    const session = await openSession(port);
    const headers = (of: TestAccount) => ({ authorization: `Bearer ${of.apiKey}` });
    const slow = [one, one, two].map((of) => openCall(session, headers(of), half));
    // One of the three is over the share of its account, because each takes a little more than 1 MiB.
    const first = await Promise.race(slow.slice(0, 2).map(({ answer }) => answer));
    expect([first.status, first.headers['reason']]).toEqual(['UNAVAILABLE', 'overloaded']);
    expect(String(first.headers['grpc-status-details-bin'])).not.toBe('undefined');
    const third = await rawCall(session, headers(two), framed(Buffer.alloc(2 * MIB)));
    expect(third.status).toBe('UNAVAILABLE');
    // Cancelled calls make room again.
    for (const { cancel } of slow) cancel();
    await expect
      .poll(
        async () => (await grpcCaller(port, two.apiKey).call(exportOf(1, 'openai', 'x'.repeat(MIB)))).code,
      )
      .toBe('OK');
  });

  it(
    'many slow large messages, and refused calls that are kept open, take bounded memory',
    { timeout: 60_000 },
    async () => {
      const own = await openTestApp();
      const { port } = await listen(own, { bytes: 24 * MIB, bytesPerAccount: 16 * MIB, arrivalMs: 1_500 });
      const to = await own.account();
      const headers = { authorization: `Bearer ${to.apiKey}` };
      const part = framed(Buffer.alloc(4 * MIB), false, LIMIT);
      collectGarbage();
      const before = process.memoryUsage().arrayBuffers;
      let peak = 0;
      // Garbage is excluded, because its amount depends on other work of the machine.
      const watch = setInterval(() => {
        collectGarbage();
        peak = Math.max(peak, process.memoryUsage().arrayBuffers);
      }, 50);
      const answers: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        const sessions = await Promise.all([openSession(port), openSession(port)]);
        const calls = sessions.flatMap((session) =>
          Array.from({ length: 16 }, () => openCall(session, headers, part)),
        );
        for (const { answer } of calls) answers.push((await answer).status ?? '');
      }
      clearInterval(watch);
      // No parts of the 96 calls of 4 MiB stay in memory, although none of the calls was closed.
      expect(answers.filter((status) => status !== 'UNAVAILABLE' && status !== 'DEADLINE_EXCEEDED')).toEqual(
        [],
      );
      // The parts of one round are 128 MiB, and the budget of an account is 16 MiB.
      expect((peak - before) / MIB).toBeLessThan(60);
      collectGarbage();
      expect((process.memoryUsage().arrayBuffers - before) / MIB).toBeLessThan(20);
      expect((await grpcCaller(port, to.apiKey).call(exportOf(1))).code).toBe('OK');
    },
  );

  it('endless headers, other protocols, unknown methods and odd timeouts do no harm', async () => {
    const authorization = `Bearer ${account.apiKey}`;
    const huge = await openSession(grpc.port);
    const long = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`x-${at}`, 'y'.repeat(9_000)]));
    await expect(rawCall(huge, { authorization, ...long }, framed(exportOf(1)))).rejects.toThrow(
      /stream|session/i,
    );
    const session = await openSession(grpc.port);
    expect((await rawCall(session, { authorization, ':path': '/nothing/Here' }, null)).status).toBe(
      'UNIMPLEMENTED',
    );
    expect(
      (await rawCall(session, { authorization, 'content-type': 'text/html' }, null)).headers[':status'],
    ).toBe(415);
    const timeout = await rawCall(session, { authorization, 'grpc-timeout': 'soon' }, framed(exportOf(1)));
    expect(timeout.status).toBe('INVALID_ARGUMENT');
    const plain = await fetch(`http://127.0.0.1:${grpc.port}/v1/traces`).catch((error: unknown) => error);
    expect(plain).toBeInstanceOf(Error);
    expect((await grpcCaller(grpc.port, account.apiKey).call(exportOf(1))).code).toBe('OK');
  });

  it('one line per call in the log, without the key or the content', async () => {
    const lines: string[] = [];
    const sink = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        lines.push(chunk.toString());
        done();
      },
    });
    const own = await openTestApp({ log: pino({ level: 'info' }, sink) });
    const to = await own.account();
    const { port } = await listen(own);
    lines.length = 0;
    await grpcCaller(port, to.apiKey).call(exportOf(1, 'openai', 'whispered'));
    await grpcCaller(port, 'twl_wrong').call(exportOf(1));
    await expect.poll(() => lines.length).toBe(2);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { method: 'gRPC', route: 'grpc traces', status: 200, code: 'OK', account: to.id, msg: 'request' },
      { method: 'gRPC', route: 'grpc traces', status: 401, code: 'UNAUTHENTICATED', msg: 'request' },
    ]);
    expect(lines.join('')).not.toMatch(new RegExp(`whispered|twl_wrong|${to.apiKey}`));
  });
});

describe('starting and stopping', () => {
  const takenPort = async (): Promise<number> => {
    const other = createServer();
    onTestFinished(() => void other.close());
    other.listen(LOCAL);
    await once(other, 'listening');
    return (other.address() as AddressInfo).port;
  };

  it('with the app, on the host of the app', async () => {
    const own = await openTestApp({ config: { port: 0, grpc: { port: 0, chosen: true } } });
    expect(own.grpcPort()).toBeNull();
    await own.start();
    const to = await own.account();
    const answer = await grpcCaller(own.grpcPort() ?? 0, to.apiKey).call(exportOf(1));
    expect(answer.code).toBe('OK');
  });

  it('not at all if it is switched off, or in a worker process', async () => {
    const off = await openTestApp({ config: { port: 0, grpc: null } });
    const worker = await openTestApp({ config: { role: 'worker', grpc: { port: 0, chosen: true } } });
    await Promise.all([off.start(), worker.start()]);
    expect([off.grpcPort(), worker.grpcPort()]).toEqual([null, null]);
  });

  it('the service starts without it if its default port is taken, and says what to do', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
    const port = await takenPort();
    const own = await openTestApp({ log, config: { port: 0, grpc: { port, chosen: false } } });
    await own.start();
    expect(own.grpcPort()).toBeNull();
    expect(lines.join('')).toContain(`Port ${port} for OTLP over gRPC is taken. Everything else works`);
    expect(lines.join('')).toContain('TRACEWELL_GRPC_PORT');
  });

  it('the service does not start if the configured port is taken', async () => {
    const port = await takenPort();
    const own = await openTestApp({ config: { grpc: { port, chosen: true } } });
    await expect(startGrpc(own.services)).rejects.toThrow(
      `Port ${port} for OTLP over gRPC is taken. Stop what uses it, set TRACEWELL_GRPC_PORT to another one, or set TRACEWELL_GRPC=off.`,
    );
  });

  it('stops under load: acknowledged calls are stored, the rest gets a retryable error', async () => {
    const own = await makeTestApp({ config: { port: 0, grpc: { port: 0, chosen: true } } });
    await own.start();
    const to = await own.account();
    const caller = grpcCaller(own.grpcPort() ?? 0, to.apiKey, 'gzip');
    const known = await own.services.accounts.get(to.id);
    const codes: string[] = [];
    let on = true;
    const senders = Array.from({ length: 8 }, async () => {
      while (on) {
        const { code } = await caller.call(exportOf(3), { timeoutMs: 2_000 });
        codes.push(code);
        if (code !== 'OK') on = false;
      }
    });
    await expect.poll(() => codes.length).toBeGreaterThan(40);
    await own.stop();
    await Promise.all(senders);
    expect(
      codes.filter((code) => code !== 'OK' && code !== 'UNAVAILABLE' && code !== 'DEADLINE_EXCEEDED'),
    ).toEqual([]);
    const stored = await own.services.records.usage(known?.number ?? 0);
    // A call that was cut off after it was written is also stored, and its retry will be a duplicate.
    expect(stored).toBeGreaterThanOrEqual(codes.filter((code) => code === 'OK').length * 3);
    expect(stored).toBeLessThanOrEqual(codes.length * 3);
  });

  it('stops in time if a client does not finish, and waits for pending writes', async () => {
    let stored = 0;
    const { promise: gate, resolve: open } = Promise.withResolvers<void>();
    const { promise: writing, resolve: begun } = Promise.withResolvers<void>();
    const own = await openTestApp({
      records: {
        write: async () => {
          begun();
          await gate;
          stored += 1;
          return { status: 'stored', stored: 1, duplicates: 0 };
        },
      },
    });
    const to = await own.account();
    const listener = await listenGrpc(own.services, LOCAL, { closingMs: 1_000 });
    const session = await openSession(listener.port);
    const authorization = `Bearer ${to.apiKey}`;
    const never = rawCall(session, { authorization }, framed(Buffer.alloc(10), false, 1_000), false);
    const written = grpcCaller(listener.port, to.apiKey).call(exportOf(1));
    const cut = never.then(
      () => false,
      () => true,
    );
    await writing;
    const closed = listener.close();
    open();
    // The client would not finish within the time of this test.
    await closed;
    expect([stored, (await written).code]).toEqual([1, 'OK']);
    expect(await cut).toBe(true);
  });
});
