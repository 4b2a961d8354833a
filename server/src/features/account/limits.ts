import { AppError } from '#lib/app-error';
import { loadAccount } from '#core/access/accounts';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Reader } from '#metadata';
import {
  limitColumns,
  limitsOf,
  selectFirstAccount,
  type EffectiveLimits,
  type AccountLimitsChange,
} from '#services/accounts';
import { retentionChanged } from '#services/retention';
import { updateLimits } from './store.ts';

/** The person who set up the service owns its first account. The operator sets the limits of the others. */
export const mayChangeLimits = async (ctx: Context, db: Reader = ctx.db): Promise<boolean> =>
  (await selectFirstAccount(db)) === ctx.account.id;

export function changeLimits(ctx: Context, limits: AccountLimitsChange): Promise<EffectiveLimits> {
  const { id } = ctx.account;
  return change(ctx, 'account.update_limits', async (tx) => {
    const { db, invalidate } = tx;
    if (!(await mayChangeLimits(ctx, db)))
      throw new AppError(
        'forbidden',
        'operator_only',
        'The operator of the service sets the limits of this account.',
      );
    await lockAccount(db, id);
    const before = await loadAccount(db, id);
    await updateLimits(db, id, limitColumns(limits), ctx.clock.now());
    const account = await loadAccount(db, id);
    if (!account || !before) throw new Error(`Account ${id} is gone.`);
    await invalidate('accounts', id);
    if (account.retentionDays !== before.retentionDays) await retentionChanged(tx, ctx.clock, id);
    const target = Object.keys(limits).length === 0 ? null : { type: 'account', id };
    return { result: limitsOf(account), target, metadata: { ...limits } };
  });
}
