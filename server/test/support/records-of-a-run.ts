// Records with tags that only the service sets, stored as an evaluation run stores its calls.
import type { Context } from '#core/context';
import { storeOwnRecords } from '#features/ingest';
import { readRecord } from '../../src/features/ingest/read-record.ts';
import type { TestApp } from './app.ts';

export async function storeOfRun(
  { services }: Pick<TestApp, 'services'>,
  accountId: string,
  records: readonly Record<string, unknown>[],
): Promise<void> {
  const account = await services.accounts.get(accountId);
  if (!account) throw new Error('There is no such account.');
  const rules = {
    providers: new Set(services.config.providers),
    nowMs: services.clock.now(),
    retentionDays: account.retentionDays,
  };
  const calls = records.map((record) => {
    const read = readRecord(record, rules);
    if (!read.ok) throw new Error(read.rejection.rule);
    return read.call;
  });
  await storeOwnRecords({ ...services, account, project: null } as unknown as Context, calls);
}
