import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { AdminContext, InAccount } from '#core/context';

/**
 * The operator's context inside one account. Changes are made and audited there, under the operator's name.
 */
export async function inAccount<Ctx extends AdminContext>(
  ctx: Ctx,
  accountId: string,
): Promise<Ctx & InAccount> {
  const account = isId('account', accountId) ? await ctx.accounts.get(accountId) : null;
  if (!account) throw notFound('Account');
  return { ...ctx, account, project: null, plan: account.plan };
}
