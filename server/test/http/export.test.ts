import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { unavailable } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { EXPORTS_AT_ONCE, type CallFilter, type ReadCall, type Scope } from '#records';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { FakeClock } from '#test/support/clock';
import { CallSource, readCall } from '../support/export-source.ts';
import type { RecordsReplies } from '#test/support/fake-records';

type Wanted = Parameters<RecordsReplies['streamCalls']>[2];

// The last query to the store, and its answer.
let asked: { scope: Scope; filter: CallFilter; wanted: Wanted; signal: AbortSignal } | null = null;
let answer: () => AsyncIterable<ReadCall[]> = () => batches([]);
let parquet: () => AsyncIterable<Uint8Array> = () => batches(Buffer.alloc(0));

async function* batches<Part>(...parts: Part[]): AsyncGenerator<Part> {
  yield* parts;
}

const clock = new FakeClock();
let app: TestApp;
let port: number;
beforeAll(async () => {
  app = await makeTestApp({
    clock,
    records: {
      streamCalls: async (scope, filter, wanted, signal) => {
        asked = { scope, filter, wanted, signal };
        return answer();
      },
      streamParquet: async (scope, filter, wanted, signal) => {
        asked = { scope, filter, wanted, signal };
        return parquet();
      },
    },
  });
  await app.http.listen({ host: '127.0.0.1', port: 0 });
  port = (app.http.server.address() as AddressInfo).port;
});
afterAll(() => app.stop());

const URL_PATH = '/v1/query/export';

/** Over a socket, for effects that are visible only there. */
function open(
  account: TestAccount,
  headers: Record<string, string> = {},
  query = '',
): Promise<IncomingMessage> {
  const sent = request({
    port,
    host: '127.0.0.1',
    method: 'POST',
    path: URL_PATH + query,
    headers: { authorization: `Bearer ${account.apiKey}`, ...headers },
  });
  return new Promise((resolve, reject) => {
    sent.once('response', resolve).once('error', reject).end();
  });
}

const today = isoTime(clock.now()).slice(0, 10);

const odd = readCall({
  id: '=1+1',
  error: 'a "quoted", one\r\nwith lines',
  errorDetails: '-just text',
  tags: { 'a,b': '"', 日本: '🚀' },
  toolCalls: null,
  sessionId: '@home',
});

describe('exports', () => {
  it('200: JSON with exactly the fields of a call', async () => {
    const account = await app.account();
    answer = () => batches([readCall({ id: 'a' }), odd], [], [readCall({ id: 'b' })]);
    const reply = await account.call('POST', URL_PATH);
    expect(reply.statusCode).toBe(200);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    });
    expect(reply.headers['content-disposition']).toBeUndefined();
    const { records } = reply.json() as { records: Record<string, unknown>[] };
    expect(records.map(({ id }) => id)).toEqual(['a', '=1+1', 'b']);
    for (const record of records) expect(Object.keys(record)).toHaveLength(20);
    expect(records[1]).toMatchObject({ error: odd.call.error, tags: odd.call.tags, sessionId: '@home' });
  });

  it('200: a call without tags has null in JSON and an empty cell in CSV', async () => {
    const account = await app.account();
    answer = () => batches([readCall({ id: 'bare', tags: {}, latencyMs: 12, error: 'late' })]);
    expect((await account.call('POST', URL_PATH)).json().records).toMatchObject([{ id: 'bare', tags: null }]);
    expect((await account.call('POST', `${URL_PATH}?format=csv`)).body).toContain(',12,,late,');
  });

  it('200: an empty export is an empty list, or only a header', async () => {
    const account = await app.account();
    answer = () => batches();
    expect((await account.call('POST', URL_PATH, {})).body).toBe('{"records":[]}');
    answer = () => batches([], []);
    expect((await account.call('POST', `${URL_PATH}?format=csv`)).body).toMatch(
      /^\uFEFFid,provider,[\w,]+\r\n$/,
    );
  });

  it('200: CSV by query or by Accept, with a BOM, a header, and no formulas that a spreadsheet would run', async () => {
    const account = await app.account();
    answer = () => batches([odd]);
    const reply = await account.call('POST', URL_PATH, {}, { accept: 'text/csv' });
    expect(reply.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="calls-${today}.csv"`,
    });
    expect([...reply.rawPayload.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf]);
    const [header, ...rows] = reply.body.slice(1).split(/\r\n(?!with)/);
    expect(header).toBe(
      'id,provider,model,timestamp,promptTokens,completionTokens,totalTokens,costUsd,latencyMs,tags,error,errorDetails,' +
        'traceId,spanId,parentSpanId,sessionId,toolCalls,piiRedacted,redactionMetadata,requestMeta',
    );
    expect(rows[0]).toContain(`'=1+1,`);
    expect(rows[0]).toContain('"a ""quoted"", one\r\nwith lines","""-just text""",');
    expect(rows[0]).toContain(`"{""a,b"":""\\"""",""日本"":""🚀""}"`);
    expect(rows[0]).toContain(`,'@home,`);
    expect(rows.slice(1)).toEqual(['']);
    const asked = await account.call('POST', `${URL_PATH}?format=csv`, {}, { accept: 'application/json' });
    expect(asked.body).toBe(reply.body);
    const json = await account.call('POST', `${URL_PATH}?format=json`, {}, { accept: 'text/csv' });
    expect(json.json().records).toHaveLength(1);
  });

  it('200: Parquet exactly as the engine wrote it', async () => {
    const account = await app.account();
    parquet = () => batches(Buffer.from('PAR1'), Buffer.from([0, 255, 10]), Buffer.from('PAR1'));
    const reply = await account.call('POST', `${URL_PATH}?format=parquet`);
    expect(reply.headers).toMatchObject({
      'content-type': 'application/vnd.apache.parquet',
      'content-disposition': `attachment; filename="calls-${today}.parquet"`,
    });
    expect(reply.rawPayload).toEqual(Buffer.from('PAR1\x00\xff\nPAR1', 'latin1'));
  });

  it('queries by the body, up to the cap of the plan, and ignores limit and cursor', async () => {
    const [free, team] = [await app.account({ plan: 'free' }), await app.account()];
    answer = () => batches();
    await free.call('POST', URL_PATH);
    expect(asked?.wanted).toEqual({
      order: { by: 'timestamp', descending: true },
      cap: 1_000,
      form: 'json',
    });
    const body = { limit: 3, cursor: 'anything', sortBy: 'cost_usd', sortOrder: 'asc', tags: { env: 'x' } };
    expect((await team.call('POST', URL_PATH, body)).statusCode).toBe(200);
    expect(asked).toMatchObject({
      wanted: { order: { by: 'cost_usd', descending: false }, cap: 50_000 },
      filter: { tags: { env: 'x' } },
      scope: { project: null },
    });
    await team.call('POST', URL_PATH, {}, { 'x-project-id': team.projectId });
    expect(asked?.scope.project).not.toBeNull();
  });

  it('400, 401, 403, 404: as for every query', async () => {
    const account = await app.account();
    const status = async (query: string, body?: object, headers = {}) =>
      (await account.call('POST', URL_PATH + query, body, headers)).statusCode;
    expect(await status('?format=xml')).toBe(400);
    expect(await status('?format=csv&format=json')).toBe(400);
    expect(await status('', { sortBy: 'id' })).toBe(400);
    expect(await status('', { unknown: 1 })).toBe(400);
    expect(await status('', { startTime: '2026-02-01T00:00:00Z', endTime: '2026-01-01T00:00:00Z' })).toBe(
      400,
    );
    expect(await status('', {}, { 'x-project-id': 'prj_none' })).toBe(404);
    expect((await app.call('POST', URL_PATH)).statusCode).toBe(401);
    const writer = await account.key(['write:records']);
    expect((await writer.call('POST', URL_PATH)).statusCode).toBe(403);
  });

  it('503: an engine that fails before the first row is a regular error', async () => {
    const account = await app.account();
    answer = () =>
      new CallSource(2, 1, () => {
        throw unavailable('records_unavailable', 'Gone.');
      }).read();
    for (const format of ['json', 'csv']) {
      const reply = await account.call('POST', `${URL_PATH}?format=${format}`);
      expect([reply.statusCode, reply.json().reason]).toEqual([503, 'records_unavailable']);
      expect(reply.headers['content-disposition']).toBeUndefined();
    }
  });
});

describe('the transfer of an export', () => {
  it('begins before the last row is read, compressed or not', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const account = await app.account();
      const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
      const source = new CallSource(20, 200, (batch) => (batch === 19 ? held : undefined));
      answer = () => source.read();
      const reply = await open(account, { 'accept-encoding': encoding });
      expect(reply.headers['content-encoding']).toBe(encoding === 'identity' ? undefined : encoding);
      await once(reply, 'readable');
      expect(reply.read(1)).toHaveLength(1);
      letGo();
      await buffer(reply);
      expect(await source.ended).toBe('whole');
    }
  });

  it('is complete through compression', async () => {
    const account = await app.account();
    answer = () => new CallSource(5, 300).read();
    const reply = await open(account, { 'accept-encoding': 'gzip' });
    const { records } = JSON.parse(gunzipSync(await buffer(reply)).toString()) as { records: unknown[] };
    expect(records).toHaveLength(1_500);
  });

  it('breaks off when the engine breaks off, so that no truncated file looks complete', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const account = await app.account();
      const source = new CallSource(9, 200, (batch) => {
        if (batch === 8) throw new Error('the engine broke off');
      });
      answer = () => source.read();
      const reply = await open(account, { 'accept-encoding': encoding }, '?format=csv');
      expect(reply.statusCode).toBe(200);
      await expect(buffer(reply)).rejects.toThrow('aborted');
      // Its slot is free again.
      answer = () => batches();
      expect((await account.call('POST', URL_PATH)).statusCode).toBe(200);
    }
  }, 10_000);

  it('pauses the engine while the client does not read, and stops it when the client disconnects', async () => {
    for (const encoding of ['identity', 'gzip']) {
      const account = await app.account();
      const source = new CallSource(100_000, 100);
      answer = () => source.read();
      const reply = await open(account, { 'accept-encoding': encoding });
      let before = -1;
      while (source.fetched > before) {
        before = source.fetched;
        for (let turns = 0; turns < 200; turns++) await turn();
      }
      expect(source.fetched).toBeLessThan(2_000);
      reply.destroy();
      expect(await source.ended).toBe('early');
      expect(asked?.signal.aborted).toBe(true);
    }
  });

  it('stops a query that has not found its first row when the client disconnects', async () => {
    const account = await app.account();
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
    const source = new CallSource(1, 1, () => {
      begin();
      return new Promise((_resolve, reject) =>
        asked?.signal.addEventListener('abort', () => reject(new Error('stopped'))),
      );
    });
    answer = () => source.read();
    const sent = request({
      port,
      method: 'POST',
      path: URL_PATH,
      headers: { authorization: `Bearer ${account.apiKey}` },
    });
    sent.on('error', () => undefined).end();
    await begun;
    sent.destroy();
    expect(await source.ended).toBe('early');
  });

  it('429 export_running, 503 export_busy: one per account, few per process', async () => {
    const accounts = await Promise.all(Array.from({ length: EXPORTS_AT_ONCE }, () => app.account()));
    const [first = await app.account()] = accounts;
    const another = await app.account();
    answer = () => new CallSource(100_000, 100).read();
    const replies = await Promise.all(accounts.map((account) => open(account)));
    const again = await first.call('POST', URL_PATH);
    expect([again.statusCode, again.json().reason, again.headers['retry-after']]).toEqual([
      429,
      'export_running',
      '5',
    ]);
    const other = await another.call('POST', URL_PATH);
    expect([other.statusCode, other.json().reason, other.headers['retry-after']]).toEqual([
      503,
      'export_busy',
      '5',
    ]);
    const waiting = another.call('POST', URL_PATH);
    answer = () => batches();
    replies[0]?.destroy();
    expect((await waiting).statusCode).toBe(200);
    for (const reply of replies) reply.destroy();
  });

  it('uses no more memory for 50,000 rows than for a few', async () => {
    const account = await app.account();
    const run = async (rows: number) => {
      const source = new CallSource(rows / 1_000, 1_000);
      answer = () => source.read();
      let bytes = 0;
      let peak = 0;
      for await (const chunk of await open(account, {}, '?format=csv')) {
        bytes += (chunk as Buffer).length;
        peak = Math.max(peak, process.memoryUsage.rss());
      }
      expect(await source.ended).toBe('whole');
      return { bytes, peak };
    };
    await run(20_000);
    const before = process.memoryUsage.rss();
    const { bytes, peak } = await run(50_000);
    expect(bytes).toBeGreaterThan(10_000_000);
    expect((peak - before) / 1_048_576).toBeLessThan(50);
  }, 60_000);
});
