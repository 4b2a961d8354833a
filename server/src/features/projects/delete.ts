import { AppError, notFound } from '#lib/app-error';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { lockAccount } from '#features/account';
import { deleteProjectRow, selectProject } from './store.ts';

export const deleteProject = (ctx: Context, id: string): Promise<void> =>
  change(ctx, 'project.delete', async ({ db, drop }) => {
    await lockAccount(db, ctx.account.id);
    const project = await selectProject(db, ctx.account.id, id);
    if (!project) throw notFound('Project');
    if (project.isDefault) {
      throw new AppError('conflict', 'default_project', 'The default project cannot be deleted.');
    }
    const keyIds = await deleteProjectRow(db, ctx.account.id, id);
    for (const keyId of keyIds) await drop('keys', keyId);
    await drop('accounts', ctx.account.id);
    return {
      result: undefined,
      target: { type: 'project', id },
      metadata: { name: project.name, revokedKeys: keyIds },
    };
  });
