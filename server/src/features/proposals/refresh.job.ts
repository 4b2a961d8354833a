// Once a day, for every account that has calls, or open proposals that may have ended with them. One after the other: what is kept in
// memory is one account's, and one that fails stops no other.
import { unavailable } from '#lib/app-error';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import { job } from '#core/job';
import { refreshAccount } from './refresh.ts';
import { selectAccountIds, selectAccountsWithOpen } from './store.ts';
import { WINDOW_DAYS } from './thresholds.ts';

const NAME = 'proposals';
const NUMBERS_AT_ONCE = 500;

export const proposalsJob = job({
  name: NAME,
  schedule: '37 4 * * *',
  // A second try goes over all accounts again, which finds the same.
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
        ctx.log.warn({ job: NAME, account: id, err: error }, 'proposals not refreshed');
        failures.push(error);
      }
    }
    ctx.log.info({ job: NAME, accounts, failed: failures.length }, 'proposals worked out');
    if (failures.length === 0) return;
    throw unavailable(
      'proposals_incomplete',
      'The proposals of some accounts could not be worked out. They stay as they are until the next round.',
      failures[0],
    );
  },
});

async function accountsToLookAt(ctx: SystemContext): Promise<Set<string>> {
  const numbers = await ctx.records.accountsWithCalls(ctx.clock.now() - WINDOW_DAYS * DAY_MS);
  const ids = new Set<string>();
  for (let from = 0; from < numbers.length; from += NUMBERS_AT_ONCE) {
    const some = await selectAccountIds(ctx.db, numbers.slice(from, from + NUMBERS_AT_ONCE));
    for (const id of some) ids.add(id);
  }
  for (const id of await selectAccountsWithOpen(ctx.db)) ids.add(id);
  return ids;
}
