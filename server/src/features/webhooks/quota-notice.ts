// Sends webhooks at 80 % and 100 % of the monthly quota, each once a month, whichever process or job notices
// it first.
import { utcMonth } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import { changeAs } from '#core/change/change';
import type { Services } from '#core/context';
import { queueWebhookEvent } from '#services/notifications';
import { insertQuotaNotice } from './store.ts';

const PERCENTS = [80, 100] as const;

/** The highest reached share; 0 if none. */
export const reachedPercent = (records: number, quota: number): number =>
  PERCENTS.findLast((percent) => records >= (quota * percent) / 100) ?? 0;

const actor = { type: 'system', id: 'quota-threshold' } as const;

type NoticeServices = Pick<
  Services,
  'metadata' | 'auditHash' | 'clock' | 'feed' | 'records' | 'sealer' | 'config'
>;

/** Queues notices that are due and were not queued before. Returns the highest reached share. */
export async function noticeQuota(services: NoticeServices, account: Account): Promise<number> {
  const records = await services.records.usage(account.number);
  const quota = account.recordQuota;
  const month = utcMonth(services.clock.now());
  const reached = reachedPercent(records, quota);
  for (const percent of PERCENTS.filter((each) => each <= reached)) {
    const by = { accountId: account.id, actor, origin: null };
    await changeAs(services, by, 'quota.threshold', async (tx) => {
      const first = await insertQuotaNotice(tx.db, account.id, month, percent, services.clock.now());
      if (!first) return { result: null, target: null };
      const data = { month, percent, records, quota, remaining: Math.max(0, quota - records) };
      await queueWebhookEvent(services, tx, { accountId: account.id, type: 'quota.threshold', data });
      return { result: null, target: { type: 'account', id: account.id }, metadata: data };
    });
  }
  return reached;
}
