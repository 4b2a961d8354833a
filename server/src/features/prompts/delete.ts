import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import type { PromptRow } from '#services/prompts';
import { changeIncluded } from './composition/readers.ts';
import { deleteReferences } from './composition/store.ts';
import { refreshPrevious } from './deployments/previous.ts';
import { presentWithLabels, requirePrompt } from './get.ts';
import { resolveKey } from './resolve/key.ts';
import { deletePromptRow, unlinkRuns } from './store.ts';

export const deletePrompt = (ctx: Context, id: number): Promise<{ deletedId: number }> =>
  change(ctx, 'prompt.delete', async ({ db, invalidate }) => {
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
    await changeIncluded(ctx, db, [row.name], () => deleteVersion(db, row));
    await invalidate('prompts', resolveKey(ctx.account.id, row.name));
    return {
      result: { deletedId: id },
      target: { type: 'prompt', id: String(id) },
      metadata: { name: row.name, version: row.version },
    };
  });

/** Deletes a version that no label points to. Call it in a transaction that has locked the account. */
export async function deleteVersion(db: Writer, { account_id: accountId, id }: PromptRow): Promise<void> {
  await refreshPrevious(db, accountId, id, { without: id });
  await unlinkRuns(db, accountId, id);
  await deleteReferences(db, accountId, id);
  await deletePromptRow(db, accountId, id);
}
