// Calls that the service itself made for an account: redacted, sealed, priced and charged like any other.
import type { Context } from '#core/context';
import type { CallRecord } from '#records';
import { prepare, preparation } from './prepare.ts';
import { quotaExceeded } from './quota.ts';

export async function storeOwnCalls(ctx: Context, calls: readonly CallRecord[]): Promise<void> {
  const how = await preparation(ctx);
  const records = calls.map((call) => prepare(call, how));
  const { account } = ctx;
  const outcome = await ctx.records.write({ account: account.number, quota: account.recordQuota, records });
  if (outcome.status === 'refused') throw quotaExceeded(ctx, outcome);
}
