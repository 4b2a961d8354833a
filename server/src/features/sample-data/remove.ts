import { change, type Tx } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { removeProject } from '#features/projects';
import { forgetSample } from './forget.ts';
import { recordsOf } from './records-of.ts';
import { removal } from './removal.job.ts';
import { deleteSample, selectSample, type SampleRow } from './store.ts';

export async function removeSampleData(ctx: Context): Promise<void> {
  await removeWhere(ctx, () => true);
}

/** Removes a sample whose loading failed, unless another request has completed it. */
export const removeUnfinished = (ctx: Context, projectId: string): Promise<void> =>
  removeWhere(ctx, (row) => row.project_id === projectId && row.loaded === 0);

const removeWhere = (ctx: Context, isMeant: (row: SampleRow) => boolean): Promise<void> =>
  change(ctx, 'sample_data.remove', async (tx) => {
    await lockAccount(tx.db, ctx.account.id);
    const row = await selectSample(tx.db, ctx.account.id);
    if (!row || !isMeant(row)) return { result: undefined, target: null };
    const revokedKeys = await clearSample(ctx, tx, row);
    return {
      result: undefined,
      target: { type: 'project', id: row.project_id },
      metadata: { records: row.records, revokedKeys },
    };
  });

/** Removes the project and data about its calls at once, and queues the deletion of its records. */
export async function clearSample(ctx: Context, tx: Tx, row: SampleRow): Promise<string[]> {
  const revokedKeys = await removeProject(ctx, tx, row.project_id);
  await deleteSample(tx.db, ctx.account.id);
  const calls = recordsOf(ctx, row).filter(({ kind }) => kind === 'call');
  await forgetSample(
    ctx,
    tx.db,
    { accountId: ctx.account.id, projectId: row.project_id, projectNumber: row.project_number },
    calls.map(({ id }) => id),
  );
  await tx.enqueue(removal(ctx, row));
  return revokedKeys;
}
