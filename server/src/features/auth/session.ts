import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { selectSessionView, type SessionView } from '#services/accounts';

export async function currentSession(ctx: Context): Promise<SessionView> {
  const view = await selectSessionView(ctx.db, ctx.actor.id, ctx.account.id);
  if (!view) throw notFound('Session');
  return view;
}
