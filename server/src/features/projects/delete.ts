import { AppError, notFound } from '#lib/app-error';
import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { hooksOf } from '#core/hooks';
import { lockAccount } from '#core/lock-account';
import { deleteProjectRow, selectProject } from './store.ts';

export const deleteOwnProject = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'project.delete', async (tx) => {
    const { db } = tx;
    await lockAccount(db, ctx.account.id);
    const project = await selectProject(db, ctx.account.id, id);
    if (!project) throw notFound('Project');
    if (project.isDefault) {
      throw new AppError('conflict', 'default_project', 'The default project cannot be deleted.');
    }
    const revokedKeys = await removeProject(ctx, tx, id);
    return {
      result: undefined,
      target: { type: 'project', id },
      metadata: { name: project.name, revokedKeys },
    };
  });

/** Runs in the caller's transaction. Also deletes the keys bound to the project, and what people made in it to work on records. */
export async function removeProject(ctx: Context, { db, invalidate }: Tx, id: string): Promise<string[]> {
  const accountId = ctx.account.id;
  const keyIds = await deleteProjectRow(db, accountId, id);
  for (const { onProjectDeleted } of hooksOf(ctx)) await onProjectDeleted?.(db, { accountId, projectId: id });
  for (const keyId of keyIds) await invalidate('keys', keyId);
  await invalidate('accounts', accountId);
  return keyIds;
}
