// Compares the counted usage of accounts with their stored records. The two differ only after a crash or a
// fault, so a difference is logged.
import { MINUTE_MS } from '#lib/clock';
import { job } from '#core/jobs/job';
import { selectAccountIds } from './store.ts';

const NAME = 'quota-reconcile';

export const quotaReconcileJob = job({
  name: NAME,
  schedule: '43 3 * * *',
  firstRetryMs: MINUTE_MS,
  timeoutMs: 30 * MINUTE_MS,
  run: async (ctx) => {
    const { accounts, corrected } = await ctx.records.admin.reconcileUsage();
    const ids = await selectAccountIds(
      ctx.db,
      corrected.map(({ account }) => account),
    );
    for (const { account, from, to } of corrected) {
      ctx.log.warn({ job: NAME, account: ids.get(account) ?? account, from, to }, 'usage corrected');
    }
    ctx.log.info({ job: NAME, accounts, corrected: corrected.length }, 'usage reconciled');
  },
});
