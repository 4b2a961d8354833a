// POST /v1/erasures
import { AppError } from '#lib/app-error';
import { newId } from '#lib/ids';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { ErasuresTable } from '#metadata';
import { lockAccount } from '#core/lock-account';
import { erasureWork } from './erasure.job.ts';
import type { Erasure, NewErasure } from './schemas.ts';
import { digestSelection, requireOne, sealSelection } from './selection.ts';
import { countUnfinished, insertErasure, presentErasure } from './store.ts';

const MAX_UNFINISHED = 20;

export async function requestErasure(ctx: Context, input: NewErasure): Promise<Erasure> {
  const kind = requireOne(input);
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'erasure.create', async ({ db, enqueue }) => {
    await lockAccount(db, ctx.account.id);
    if ((await countUnfinished(db, ctx.account.id)) >= MAX_UNFINISHED) {
      throw new AppError(
        'conflict',
        'erasures_unfinished',
        `${MAX_UNFINISHED} erasures of this account have not ended yet. Wait for them, or select more records with one erasure.`,
      );
    }
    const id = newId('erasure');
    const row: ErasuresTable = {
      id,
      account_id: ctx.account.id,
      project_id: ctx.project?.id ?? null,
      kind,
      selector: sealSelection(keys, id, input),
      digest: digestSelection(keys, input),
      status: 'queued',
      found: 0,
      erased: 0,
      error: null,
      requested_by: ctx.actor.id,
      created_at: ctx.clock.now(),
      started_at: null,
      finished_at: null,
    };
    await insertErasure(db, row);
    await enqueue(erasureWork(ctx.account.id, id));
    return {
      result: presentErasure(row),
      target: { type: 'erasure', id },
      metadata: { kind, digest: row.digest, projectId: row.project_id },
    };
  });
}
