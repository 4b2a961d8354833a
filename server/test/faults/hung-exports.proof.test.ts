// A record engine that stops answering before or during an export. The client learns about it within five
// seconds, and the slot of the export is free for the next one.
import { request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { OwnFront } from '#test/support/own-front';
import { timerClock } from '#test/support/wall-time';
import { openEngine } from '../../src/store/records/engine/engine.ts';

const LIMIT_MS = 5_000;
const SLOW_MS = 180_000;
const ROWS = 10_000;
const NOTE_BYTES = 4_000;

describe.skipIf(process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] !== undefined)('an engine that hangs', () => {
  let front: OwnFront;
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    const folder = freshFolder();
    front = await OwnFront.start(path.join(folder, 'front'));
    const metadata = await freshMetadata(folder);
    const records = { kind: 'server', url: front.url } as const;
    app = await makeTestApp({ ownRecords: true, jobs: [], config: { metadata, records } });
    await app.http.listen({ host: '127.0.0.1', port: 0 });
    account = await app.account({ plan: 'pro' });
    await storeIncompressible();
  }, SLOW_MS);
  afterAll(async () => {
    await app.stop();
    await front.kill();
  });

  /** More than sockets buffer, even compressed. */
  async function storeIncompressible(): Promise<void> {
    const number = (await app.services.accounts.get(account.id))?.number ?? 0;
    const engine = await openEngine({ kind: 'server', url: front.url });
    await engine.command(
      `INSERT INTO calls (account, project, id, timestamp, received_at, expires_at, provider, model, price_source, request_meta)
       SELECT {number: UInt32}, 1, concat('wide-', toString(number)), now64(3, 'UTC') - INTERVAL 1 HOUR AS timestamp, timestamp,
         toDateTime('2100-01-01 00:00:00', 'UTC'), 'openai', 'gpt-5', 'catalog',
         concat('{"note":"', hex(randomString(intDiv({bytes: UInt32}, 2))), '"}')
       FROM numbers({rows: UInt32})`,
      { number, rows: ROWS, bytes: NOTE_BYTES },
    );
    await engine.close();
  }

  /** Over a socket, because only there an answer can be aborted. */
  const openExport = (format: string, body: object = {}): Promise<IncomingMessage> => {
    const { port } = app.http.server.address() as AddressInfo;
    const headers = { authorization: `Bearer ${account.apiKey}`, 'content-type': 'application/json' };
    const url = `/v1/query/export?format=${format}`;
    return new Promise((resolve, reject) => {
      const sent = request({ port, host: '127.0.0.1', method: 'POST', path: url, headers }, resolve);
      sent.on('error', reject).end(JSON.stringify(body));
    });
  };
  const statusOf = async (reply: IncomingMessage): Promise<number | undefined> => {
    for await (const _part of reply) continue;
    return reply.statusCode;
  };

  it.each(['csv', 'json', 'parquet'])(
    'before an export as %s starts: 503 in time',
    async (format) => {
      front.signal('SIGSTOP');
      const elapsed = timerClock();
      const reply = await account
        .call('POST', `/v1/query/export?format=${format}`, {})
        .finally(() => front.signal('SIGCONT'));
      expect([reply.statusCode, reply.json().reason]).toEqual([503, 'records_unavailable']);
      expect(elapsed()).toBeLessThan(LIMIT_MS);
    },
    SLOW_MS,
  );

  it.each(['csv', 'parquet'])(
    'during an export as %s: it is aborted in time, and the next one can start',
    async (format) => {
      const reply = await openExport(format);
      reply.on('error', () => undefined);
      const closed = Promise.withResolvers<number>();
      let bytes = 0;
      let heardAt = 0;
      const elapsed = timerClock();
      reply.once('close', () => closed.resolve(elapsed() - heardAt));
      reply.once('data', () => {
        // Most of the answer is still in the engine.
        front.signal('SIGSTOP');
        heardAt = elapsed();
      });
      reply.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        heardAt = elapsed();
      });
      const quietMs = await closed.promise.finally(() => front.signal('SIGCONT'));
      expect([reply.statusCode, reply.complete]).toEqual([200, false]);
      expect(bytes).toBeLessThan(ROWS * NOTE_BYTES);
      expect(quietMs).toBeLessThan(LIMIT_MS);
      const again = async () => statusOf(await openExport('csv', { model: 'none' }));
      await expect.poll(again, { timeout: 60_000, interval: 500 }).toBe(200);
    },
    SLOW_MS,
  );
});
