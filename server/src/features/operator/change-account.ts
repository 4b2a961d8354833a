import { changeAs } from '#core/change/change';
import type { AdminContext } from '#core/context';
import { invalid, notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import { loadAccount } from '#core/access/accounts';
import { lockAccount } from '#core/lock-account';
import { limitsOf } from '#services/accounts';
import { retentionChanged } from '#services/retention';
import type { AccountChange, OperatorAccount } from './schemas.ts';
import { updateAccount } from './store.ts';

/** Missing fields keep their value. A quota or retention of null goes back to the plan's. */
export async function changeAccount(
  ctx: AdminContext,
  accountId: string,
  changes: AccountChange,
): Promise<OperatorAccount> {
  requireOneOfEach(changes);
  const { limits, ...rest } = changes;
  if (!isId('account', accountId)) throw notFound('Account');
  return changeAs(ctx, { accountId, actor: ctx.actor, origin: ctx.origin }, 'account.update', async (tx) => {
    const { db, invalidate } = tx;
    await lockAccount(db, accountId);
    const before = await loadAccount(db, accountId);
    const found = await updateAccount(db, accountId, changes, ctx.clock.now());
    const account = found ? await loadAccount(db, accountId) : null;
    if (!account) throw notFound('Account');
    await invalidate('accounts', accountId);
    if (account.retentionDays !== before?.retentionDays) await retentionChanged(tx, ctx.clock, accountId);
    return {
      result: {
        accountId,
        name: account.name,
        plan: account.plan.name,
        subscriptionStatus: account.subscriptionActive ? 'active' : 'canceled',
        recordQuota: account.recordQuota,
        retentionDays: account.retentionDays,
        limits: limitsOf(account),
      } as const,
      target: Object.keys(changes).length === 0 ? null : { type: 'account', id: accountId },
      metadata: { ...rest, ...limits },
    };
  });
}

/** Quota and retention have two names. */
function requireOneOfEach({ recordQuota, retentionDays, limits = {} }: AccountChange): void {
  if (recordQuota !== undefined && limits.recordsPerMonth !== undefined)
    throw invalid('limits.recordsPerMonth', 'Set recordQuota or limits.recordsPerMonth, not both.');
  if (retentionDays !== undefined && limits.retentionDays !== undefined)
    throw invalid('limits.retentionDays', 'Set retentionDays or limits.retentionDays, not both.');
}
