// Applies today's content rules to records that earlier versions stored, account by account. Without work it
// only reads a narrow column. A killed process continues where it stopped, because each row stores the
// version of its rules.
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import { sealEarlier } from '#core/content/earlier-content';
import { job, Postponed } from '#core/jobs/job';
import { perProcess } from '#core/process-state';
import { selectAccountRefs } from './store.ts';
import { selectEarlierAccounts } from '#records';

const NAME = 'record-sealing';
/** How often the records are read again after none of an earlier version was found. */
const REST_MS = HOUR_MS;

/** When nothing was found, on the monotonic clock. */
const lastLookOf = perProcess((): { foundNoneAt: number } => ({ foundNoneAt: -Infinity }));

export const recordSealingJob = job({
  name: NAME,
  schedule: '*/5 * * * *',
  firstRetryMs: MINUTE_MS,
  timeoutMs: 60 * MINUTE_MS,
  // Processes of an earlier version may share a server. The in-process engine has this one only.
  hasWork: (ctx) =>
    ctx.records.kind === 'server' || performance.now() - lastLookOf(ctx).foundNoneAt >= REST_MS,
  run: async (ctx, _payload, signal) => {
    const accounts = await selectAccountRefs(ctx.db, await ctx.records.askAll(selectEarlierAccounts()));
    if (accounts.length === 0) {
      lastLookOf(ctx).foundNoneAt = performance.now();
      return;
    }
    // Calls that became observations are hidden rows until then, with their original text.
    await ctx.records.admin.purgeErased(signal);
    let postponed: Postponed | null = null;
    for (const account of accounts) {
      signal.throwIfAborted();
      try {
        const changed = await sealEarlier(ctx, account, { place: `${NAME}:${account.id}`, signal });
        ctx.log.info(
          { job: NAME, account: account.id, changed },
          'stored records follow the rules for content',
        );
      } catch (error) {
        // The other accounts do not wait for this one.
        if (!(error instanceof Postponed)) throw error;
        postponed = error;
      }
    }
    await ctx.records.admin.purgeErased(signal);
    if (postponed) throw postponed;
  },
});
