import { notFound } from '#lib/app-error';
import { isId } from '#lib/ids';
import type { Context, SystemContext } from '#core/context';

/** Whoever runs the service, at work in one account: what follows is done and audited there, under their own name. */
export async function inAccount(ctx: SystemContext, accountId: string): Promise<Context> {
  const account = isId('account', accountId) ? await ctx.accounts.get(accountId) : null;
  if (!account) throw notFound('Account');
  return { ...ctx, account, project: null, plan: account.plan };
}
