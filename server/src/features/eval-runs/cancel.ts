import { AppError, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import type { Run } from './schemas.ts';
import { moveRun, presentRun, selectRun, tallies } from './store.ts';

/** Keeps existing scores. Judge calls in progress end within a second. */
export async function cancelRun(ctx: Context, id: number): Promise<{ run: Run }> {
  const row = await change(ctx, 'eval_run.cancel', async ({ db }) => {
    const run = await selectRun(db, ctx.account.id, ctx.project?.id ?? null, id);
    if (!run) throw notFound('Run');
    if (run.status === 'canceled') return { result: run, target: null };
    const now = ctx.clock.now();
    const changed = await moveRun(db, id, ['queued', 'running'], { status: 'canceled', completed_at: now });
    if (!changed) {
      throw new AppError('conflict', 'run_ended', `The run has already ended (${run.status}).`);
    }
    return {
      result: { ...run, status: 'canceled' as const, completed_at: now },
      target: { type: 'eval_run', id: String(id) },
      metadata: { name: run.name },
    };
  });
  return { run: presentRun(row, (await tallies(ctx.db, [id])).get(id)) };
}
