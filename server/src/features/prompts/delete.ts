import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { refreshPrevious } from './deployments/previous.ts';
import { presentWithLabels, requirePrompt } from './get.ts';
import { deletePromptRow, unlinkRuns } from './store.ts';

export const deletePrompt = (ctx: Context, id: number): Promise<{ deletedId: number }> =>
  change(ctx, 'prompt.delete', async ({ db }) => {
    await lockAccount(db, ctx.account.id);
    const row = await requirePrompt(db, ctx.account.id, id);
    const { deployedLabels } = await presentWithLabels(db, row);
    if (deployedLabels.length > 0) {
      throw new AppError(
        'conflict',
        'prompt_deployed',
        `This version is deployed to ${deployedLabels.map((label) => `"${label}"`).join(', ')}. Deploy another version there first.`,
      );
    }
    await refreshPrevious(db, ctx.account.id, id, { without: id });
    await unlinkRuns(db, ctx.account.id, id);
    await deletePromptRow(db, ctx.account.id, id);
    return {
      result: { deletedId: id },
      target: { type: 'prompt', id: String(id) },
      metadata: { name: row.name, version: row.version },
    };
  });
