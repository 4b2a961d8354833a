// Runs once a day for every account with calls or open proposals. Accounts run one after the other, so memory
// holds the data of one, and a failing account does not stop the others.
import { unavailable } from '#lib/app-error';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/jobs/job';
import { refreshAccount } from './refresh.ts';
import { selectProposalAccountIds, selectAccountsWithOpen } from './store.ts';
import { WINDOW_DAYS } from './thresholds.ts';
import { selectAccountsWithCalls } from './records/accounts-with-calls.ts';

const NAME = 'proposals';
const NUMBERS_AT_ONCE = 500;

export const proposalsJob = job({
  name: NAME,
  schedule: '37 4 * * *',
  // A retry processes all accounts again and finds the same.
  maxAttempts: 2,
  firstRetryMs: 10 * MINUTE_MS,
  timeoutMs: 120 * MINUTE_MS,
  run: async (ctx, _payload, signal) => {
    const failures: unknown[] = [];
    let accounts = 0;
    for (const id of await accountsToLookAt(ctx)) {
      signal.throwIfAborted();
      const account = await ctx.accounts.get(id);
      if (!account) continue;
      accounts += 1;
      try {
        const { fresh, changed, expired } = await refreshAccount(ctx, account, signal);
        if (fresh.length + changed.length + expired.length === 0) continue;
        ctx.log.info(
          {
            job: NAME,
            account: id,
            fresh: fresh.length,
            changed: changed.length,
            expired: expired.length,
          },
          'proposals refreshed',
        );
      } catch (error) {
        signal.throwIfAborted();
        ctx.log.warn({ job: NAME, account: id, err: error }, 'proposals could not be refreshed');
        failures.push(error);
      }
    }
    ctx.log.info({ job: NAME, accounts, failed: failures.length }, 'proposals refreshed');
    if (failures.length === 0) return;
    throw unavailable(
      'proposals_incomplete',
      'The proposals of some accounts could not be refreshed. They stay unchanged until the next run.',
      failures[0],
    );
  },
});

async function accountsToLookAt(ctx: SystemContext): Promise<Set<string>> {
  const numbers = await ctx.records.askAll(selectAccountsWithCalls(ctx.clock.now() - WINDOW_DAYS * DAY_MS));
  const ids = new Set<string>();
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    const some = await selectProposalAccountIds(ctx.db, numbers.slice(from, from + NUMBERS_AT_ONCE));
    for (const id of some) ids.add(id);
  }
  for (const id of await selectAccountsWithOpen(ctx.db)) ids.add(id);
  return ids;
}
