// Queries that need more memory than there is. The service runs in its own process with little memory for the
// in-process engine: the query gets its documented error, and the process answers the next one.
import { describe, expect, inject, it } from 'vitest';
import { runChild } from '#test/support/child';
import { freshFolder } from '#test/support/metadata';

const ENGINE_MB = 512;
const SESSIONS = 200_000;

const CODE = `
import path from 'node:path';
import { Session } from 'chdb';
import { pino } from 'pino';
import { openApp } from '#app';
import { readConfig } from '#config';
import { firstStart } from '#features/first-start';

const { folder, engineMb, sessions } = JSON.parse(process.argv[1]);
const settings = { TRACEWELL_DATA_DIR: folder, TRACEWELL_GRPC: 'off', TRACEWELL_ENGINE_MEMORY_MB: String(engineMb) };
const app = await openApp(readConfig(settings), pino({ level: 'silent' }), { jobs: [] });
const { apiKey } = await firstStart(app.services);
const { number } = await app.services.metadata.reader.selectFrom('accounts').select('number').executeTakeFirstOrThrow();
const session = new Session(path.join(folder, 'records'));
const run = async (sql) => {
  try {
    await session.queryAsync(sql);
    return 'done';
  } catch (error) {
    return String(error.message).slice(0, 200);
  }
};
// Each call is a session of its own, with a long id.
let inserted = 'done';
for (let from = 0; from < sessions && inserted === 'done'; from += 10_000) {
  // Merges in the background take memory too, so a batch may have to be tried again.
  for (let tries = 0; tries < 20; tries += 1) {
    inserted = await run(\`
    INSERT INTO tracewell.calls (account, project, id, timestamp, received_at, expires_at, provider, model, price_source, session_id)
    SELECT \${number}, 1, toString(number), now64(3, 'UTC') - INTERVAL 1 HOUR AS timestamp, timestamp,
      toDateTime('2100-01-01 00:00:00', 'UTC'), 'openai', 'gpt-5', 'catalog', concat(repeat('long session id ', 60), toString(number))
    FROM numbers(\${from}, 10000)\`);
    if (inserted === 'done') break;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
const ask = async (url, body) => {
  const payload = body === undefined ? {} : { payload: body };
  const headers = { host: 'localhost', authorization: 'Bearer ' + apiKey };
  const reply = await app.http.inject({ method: body === undefined ? 'GET' : 'POST', url, headers, ...payload });
  const { reason, error: message } = reply.json();
  return { status: reply.statusCode, reason, message };
};
const small = () => ask('/v1/query/calls/7');
const large = () => ask('/v1/query/sessions', { limit: 10 });
const seen = { inserted, before: await small(), large: await large(), after: await small() };
// A statement without a limit of its own: that of the engine holds.
await run('SET max_memory_usage = 0, max_bytes_ratio_before_external_group_by = 0');
seen.whole = await run('SELECT length(groupArray(toString(number))) FROM numbers(100000000)');
// What the statement had is given back while it ends.
for (let tries = 0; tries < 50 && seen.last?.status !== 200; tries += 1) {
  seen.last = await small();
  await new Promise((resolve) => setTimeout(resolve, 100));
}
const limits = await session.queryAsync(
  "SELECT name, value FROM system.server_settings WHERE name IN ('max_server_memory_usage', 'mark_cache_size') ORDER BY name",
  { format: 'TSV' },
);
seen.limits = limits.text().trim();
console.log(JSON.stringify(seen));
session.close();
await app.stop();
`;

describe.skipIf(inject('engine') !== 'sqlite' || process.env['TRACEWELL_TEST_CLICKHOUSE_URL'] !== undefined)(
  'memory of the in-process engine',
  () => {
    it('503 for a query over its limit, and the next query is answered', { timeout: 180_000 }, async () => {
      const args = { folder: freshFolder(), engineMb: ENGINE_MB, sessions: SESSIONS };
      const { code, stdout, stderr } = await runChild(CODE, args).ended;
      expect([code, stderr]).toEqual([0, '']);
      const seen = JSON.parse(stdout) as Record<string, unknown>;
      expect(seen).toMatchObject({
        inserted: 'done',
        before: { status: 200 },
        large: {
          status: 503,
          reason: 'query_too_large',
          message: expect.stringContaining('shorter time window'),
        },
        after: { status: 200 },
        whole: expect.stringMatching(/\(total\) memory limit exceeded/),
        last: { status: 200 },
        limits: `mark_cache_size\t${(ENGINE_MB * 1e6) / 8}\nmax_server_memory_usage\t${ENGINE_MB * 1e6}`,
      });
    });
  },
);
