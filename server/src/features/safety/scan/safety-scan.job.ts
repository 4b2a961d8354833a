// Runs every 15 minutes and classifies new calls of all accounts that enabled it. Accounts without a turn are
// first in the next round.
import { MINUTE_MS } from '#lib/clock';
import { unavailable } from '#lib/app-error';
import { job } from '#core/jobs/job';
import { jobSlice, runRound } from '#core/jobs/job-slice';
import { isScannable } from '../prerequisites.ts';
import { scanForSafety } from './scan-account.ts';
import { selectConsenting } from './store.ts';

const NAME = 'safety-scan';
const ACCOUNTS_AT_ONCE = 4;
const ROUND_MS = 12 * MINUTE_MS;

export const safetyScanJob = job({
  name: NAME,
  schedule: '*/15 * * * *',
  // The next round is the retry.
  maxAttempts: 1,
  timeoutMs: 14 * MINUTE_MS,
  hasWork: async ({ config, db }) => config.moderation !== null && (await selectConsenting(db)).length > 0,
  run: async (ctx, _payload, signal) => {
    const classifier = ctx.config.moderation;
    if (!classifier) return;
    const slice = jobSlice(ROUND_MS, signal);
    const accounts = await selectConsenting(ctx.db);
    const failures: unknown[] = [];
    await runRound(
      accounts,
      ACCOUNTS_AT_ONCE,
      slice,
      async (id) => {
        const account = await ctx.accounts.get(id);
        if (!account || !isScannable(account)) return;
        const { counts, ending, watermark } = await scanForSafety(ctx, id, classifier, slice);
        ctx.log.info({ job: NAME, account: id, ending, watermark, ...counts }, 'safety scan done');
        if (ending === 'classifier_away') failures.push(new Error('The classifier did not answer.'));
      },
      (error, id) => {
        ctx.log.warn({ job: NAME, account: id, err: error }, 'safety scan failed');
        failures.push(error);
      },
    );
    if (failures.length === 0) return;
    throw unavailable(
      'safety_scan_incomplete',
      `${failures.length} of ${accounts.length} accounts could not be scanned completely. The next round continues where this one stopped.`,
      failures[0],
    );
  },
});
