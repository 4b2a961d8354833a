// Tells webhooks that 80 % and 100 % of the month's records have been taken: each once a month, whoever notices first.
import { MINUTE_MS, utcMonth } from '#lib/clock';
import type { Account } from '#core/accounts';
import { changeAs } from '#core/change';
import type { SystemContext } from '#core/context';
import { job } from '#core/job';
import { queueWebhookEvent } from '#features/notifications';
import { insertQuotaNotice, selectAccountsSubscribed } from './store.ts';

const PERCENTS = [80, 100] as const;

export const quotaThresholdJob = job({
  name: 'quota-threshold',
  schedule: '*/5 * * * *',
  timeoutMs: 5 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    // Only who wants to hear of it is looked at.
    for (const id of await selectAccountsSubscribed(ctx.db, 'quota.threshold')) {
      signal.throwIfAborted();
      const account = await ctx.accounts.get(id);
      if (account) await notice(ctx, account);
    }
  },
});

async function notice(ctx: SystemContext, account: Account): Promise<void> {
  const records = await ctx.records.usage(account.number);
  const quota = account.recordQuota;
  const month = utcMonth(ctx.clock.now());
  for (const percent of PERCENTS.filter((each) => records >= (quota * each) / 100)) {
    const by = { accountId: account.id, actor: ctx.actor, origin: null };
    await changeAs(ctx, by, 'quota.threshold', async (tx) => {
      const first = await insertQuotaNotice(tx.db, account.id, month, percent, ctx.clock.now());
      if (!first) return { result: null, target: null };
      const data = { month, percent, records, quota, remaining: Math.max(0, quota - records) };
      await queueWebhookEvent(ctx, tx, { accountId: account.id, type: 'quota.threshold', data });
      return { result: null, target: { type: 'account', id: account.id }, metadata: data };
    });
  }
}
