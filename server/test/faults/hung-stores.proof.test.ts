// A store that accepts requests and never answers: every request gets a 503 with a reason within five
// seconds. Pending writes may still be stored, and a retry stores them once.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { makeTestApp, type TestAccount, type TestApp } from '#test/support/app';
import { CutProxy } from '#test/support/cut-proxy';
import { heldTables } from '#test/support/half-tables';
import { freshFolder, freshMetadata } from '#test/support/metadata';
import { OwnFront } from '#test/support/own-front';
import { sampleRecords, sendRecords } from '#test/support/sample-records';
import { timerClock } from '#test/support/wall-time';
import { setBudget } from '#test/support/gate-app';
import { openEngine } from '../../src/store/records/engine/engine.ts';

const LIMIT_MS = 5_000;
const SLOW_MS = 180_000;
const onPostgres = inject('engine') === 'postgres';

describe.skipIf(process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] !== undefined)('a store that hangs', () => {
  let front: OwnFront;
  let proxy: CutProxy | null = null;
  let app: TestApp;
  let account: TestAccount;

  beforeAll(async () => {
    const folder = freshFolder();
    front = await OwnFront.start(path.join(folder, 'front'));
    const metadata = await freshMetadata(folder);
    if (metadata.kind === 'postgres') {
      const url = new URL(metadata.url);
      proxy = new CutProxy({ host: url.hostname, port: Number(url.port) });
      await proxy.open();
      url.host = `127.0.0.1:${proxy.port}`;
      metadata.url = url.href;
    }
    app = await makeTestApp({
      ownRecords: true,
      jobs: [],
      config: { metadata, records: { kind: 'server', url: front.url } },
    });
    account = await app.account();
    await setBudget(account);
    await sendRecords(account, sampleRecords(3));
  }, SLOW_MS);
  afterAll(async () => {
    await app.stop();
    await proxy?.cut();
    await front.kill();
  });

  const timed = async (method: string, url: string, body?: unknown) => {
    const elapsed = timerClock();
    const reply = await account.call(method, url, body);
    return {
      status: reply.statusCode,
      reason: reply.json<{ reason?: string }>().reason,
      retryAfter: reply.headers['retry-after'],
      ms: elapsed(),
    };
  };
  const ingest = (records: object[]) => timed('POST', '/v1/ingest', { records });
  const questions = (records: object[]) => ({
    ingest: ingest(records),
    list: timed('POST', '/v1/query/calls', {}),
    aggregate: timed('POST', '/v1/query/aggregate', { metric: 'cost', groupBy: 'model' }),
    held: timed('POST', '/v1/gate/check', { estimatedCostUsd: 0.1, holdSeconds: 60 }),
    check: timed('POST', '/v1/gate/check', {}),
    resolve: timed('GET', `/v1/prompts/resolve?name=${randomUUID()}&label=production`),
  });
  const answers = async (records: object[]) => {
    const asked = questions(records);
    const names = Object.keys(asked) as (keyof typeof asked)[];
    const ends = await Promise.all(names.map((name) => asked[name]));
    for (const { ms } of ends) expect(ms).toBeLessThan(LIMIT_MS);
    return Object.fromEntries(ends.map((end, at) => [names[at] ?? '', end]));
  };
  const stored = async () => {
    const engine = await openEngine({ kind: 'server', url: front.url });
    const [row] = await engine.query<{ account: number }>('SELECT any(account) AS account FROM calls');
    try {
      return await heldTables(engine, row?.account ?? 0);
    } finally {
      await engine.close();
    }
  };
  const used = async () =>
    (await app.services.metadata.reader.selectFrom('usage').select('records').executeTakeFirstOrThrow())
      .records;

  it(
    'the record engine: ingest and queries report it in time; the gate continues; a retry is stored once',
    async () => {
      const before = await stored();
      const records = sampleRecords(20);
      front.signal('SIGSTOP');
      const said = await answers(records).finally(() => front.signal('SIGCONT'));
      for (const name of ['ingest', 'list', 'aggregate'])
        expect([name, said[name]]).toMatchObject([
          name,
          { status: 503, reason: expect.any(String), retryAfter: expect.any(String) },
        ]);
      for (const name of ['check', 'held']) expect(said[name]?.status).toBe(200);
      await expect
        .poll(async () => (await ingest(records)).status, { timeout: 60_000, interval: 500 })
        .toBe(200);
      const after = await stored();
      expect([after.records - before.records, after.ids, after.indexed, after.arrived, after.summed]).toEqual(
        [20, after.records, after.records, after.records, after.calls],
      );
      expect(await used()).toBe(after.records);
    },
    SLOW_MS,
  );

  it.runIf(onPostgres)(
    'PostgreSQL: every request that needs it reports it in time, and is stored once after it recovers',
    async () => {
      const before = await stored();
      const records = sampleRecords(20);
      proxy?.fallSilent();
      const said = await answers(records);
      for (const name of ['ingest', 'resolve'])
        expect([name, said[name]]).toMatchObject([name, { status: 503, reason: expect.any(String) }]);
      for (const name of ['check', 'held', 'list', 'aggregate'])
        expect([name, said[name]?.status]).toEqual([name, 200]);
      await proxy?.cut();
      await proxy?.open();
      await expect
        .poll(async () => (await ingest(records)).status, { timeout: 60_000, interval: 500 })
        .toBe(200);
      const after = await stored();
      expect(after.records - before.records).toBe(20);
      expect(await used()).toBe(after.records);
    },
    SLOW_MS,
  );
});
