// For daily jobs: deletes what is older than the retention of its account.
import { DAY_MS } from '#lib/clock';
import type { SystemContext } from '#core/context';
import type { Reader, Writer } from '#metadata';

interface PastRetention {
  /** Those that may have something to delete. */
  accounts: (db: Reader) => Promise<string[]>;
  /** Deletes up to `limit` and returns their number. */
  deleteBefore: (db: Writer, accountId: string, before: number, limit: number) => Promise<number>;
  /** At least so many days are kept. */
  minDays?: number;
}

/** A transaction deletes at most this many rows, so that it is short. */
const AT_ONCE = 1_000;

export async function deletePastRetention(
  ctx: SystemContext,
  signal: AbortSignal,
  { accounts, deleteBefore, minDays = 0 }: PastRetention,
): Promise<void> {
  for (const accountId of await accounts(ctx.db)) {
    const account = await ctx.accounts.get(accountId);
    if (!account) continue;
    const before = ctx.clock.now() - Math.max(account.retentionDays, minDays) * DAY_MS;
    for (let deleted = AT_ONCE; deleted === AT_ONCE;) {
      signal.throwIfAborted();
      deleted = await ctx.metadata.transaction((db) => deleteBefore(db, accountId, before, AT_ONCE));
    }
  }
}
