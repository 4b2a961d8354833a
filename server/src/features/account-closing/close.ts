// DELETE /v1/account and POST /v1/account/restore. A closed account works as before until its deletion, so
// closing by mistake loses nothing.
import { AppError } from '#lib/app-error';
import { DAY_MS, isoTime } from '#lib/clock';
import { changeAs, type ChangeBy } from '#core/change/change';
import type { AdminContext, Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { requirePresence } from '#services/accounts';
import type { Writer } from '#metadata';
import { accountDeletion } from './deletion.job.ts';

export const GRACE_MS = 7 * DAY_MS;

export async function closeOwnAccount(ctx: Context, password?: string): Promise<{ deletesAt: string }> {
  await requirePresence(ctx, 'password', password);
  return closeAccount(ctx, { accountId: ctx.account.id, actor: ctx.actor, origin: ctx.origin }, GRACE_MS);
}

/** If the account is already closed, the earlier of the two times applies. */
export const closeAccount = (
  services: AdminContext,
  by: ChangeBy,
  graceMs: number,
): Promise<{ deletesAt: string }> =>
  changeAs(services, by, 'account.close', async ({ db, invalidate, enqueue }) => {
    const id = by.accountId;
    await lockAccount(db, id);
    const before = await selectDeletesAt(db, id);
    const wanted = services.clock.now() + graceMs;
    const deletesAt = before === null ? wanted : Math.min(before, wanted);
    const result = { deletesAt: isoTime(deletesAt) };
    if (deletesAt === before) return { result, target: null };
    await setDeletesAt(db, id, deletesAt);
    await enqueue(accountDeletion(id, deletesAt));
    await invalidate('accounts', id);
    return { result, target: { type: 'account', id }, metadata: result };
  });

export const restoreAccount = (services: AdminContext, by: ChangeBy): Promise<void> =>
  changeAs(services, by, 'account.restore', async ({ db, invalidate }) => {
    const id = by.accountId;
    await lockAccount(db, id);
    const before = await selectDeletesAt(db, id);
    if (before === null) return { result: undefined, target: null };
    if (before <= services.clock.now()) {
      throw new AppError(
        'conflict',
        'account_deleting',
        'The account is being deleted. It cannot be restored.',
      );
    }
    await setDeletesAt(db, id, null);
    await invalidate('accounts', id);
    return { result: undefined, target: { type: 'account', id } };
  });

export const restoreOwnAccount = (ctx: Context): Promise<void> =>
  restoreAccount(ctx, { accountId: ctx.account.id, actor: ctx.actor, origin: ctx.origin });

async function selectDeletesAt(db: Writer, id: string): Promise<number | null> {
  const row = await db.selectFrom('accounts').select('deletes_at').where('id', '=', id).executeTakeFirst();
  return row?.deletes_at ?? null;
}

const setDeletesAt = (db: Writer, id: string, deletesAt: number | null) =>
  db.updateTable('accounts').set({ deletes_at: deletesAt }).where('id', '=', id).execute();
