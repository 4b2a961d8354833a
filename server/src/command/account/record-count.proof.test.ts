import path from 'node:path';
import { expect, it } from 'vitest';
import { serviceRecords } from '#test/support/records-engine';
import { freshFolder, takeTime } from '#test/support/run-command';
import { startService, tracewell } from '#test/support/service-process';

takeTime();

interface Listed {
  accounts: { id: string; records: number | null }[];
}

it('account list and show have the records of the month, as long as the service runs', async () => {
  const records = serviceRecords();
  const folder = path.join(freshFolder(), 'data');
  const { operate, call, stop } = await startService({ folder, env: records });
  const order = { email: 'one@example.com', password: 'correct horse battery', plan: 'team' };
  const made = JSON.parse((await operate('POST', '/operator/accounts', order)).text);
  const { accountId, apiKey } = made as { accountId: string; apiKey: string };
  const record = (id: string) => ({
    id,
    provider: 'openai',
    model: 'gpt-4o-mini',
    timestamp: new Date().toISOString(),
    promptTokens: 1,
    completionTokens: 1,
    totalTokens: 2,
    costUsd: 0,
    latencyMs: 1,
  });
  const body = { records: ['a', 'b', 'b'].map(record) };
  expect((await call('POST', '/v1/ingest', apiKey, body)).status).toBe(200);

  const listed = () => {
    const { stdout } = tracewell(folder, ['account', 'list', '--json'], records);
    return (JSON.parse(stdout) as Listed).accounts.find(({ id }) => id === accountId)?.records;
  };
  expect(listed()).toBe(2);
  const shown = tracewell(folder, ['account', 'show', accountId], records);
  expect(shown.stdout).toMatch(/Records +2 of \d+ in \d{4}-\d\d\n/);

  await stop();
  const inProcess = Object.keys(records).length === 0;
  expect(listed()).toBe(inProcess ? null : 2);
  const unknown = tracewell(folder, ['account', 'show', accountId], records);
  expect(unknown.stdout).toMatch(inProcess ? /Records +unknown of \d+/ : /Records +2 of \d+/);
});
