// Ends a run: completed if anything was scored or there was nothing to score, otherwise failed.
import { isoTime } from '#lib/clock';
import { changeAs } from '#core/change/change';
import type { Context, SystemContext } from '#core/context';
import { queueWebhookEvent } from '#services/notifications';
import type { EvalReason } from '#services/scores';
import { failureReasons, moveRun, type RunRow } from '../store.ts';

export async function finishRun(ctx: Context, run: RunRow): Promise<void> {
  const { scored, failed, reasons } = await failureReasons(ctx.db, run.id);
  if (failed === 0) return endRun(ctx, run, 'completed', null, null);
  const most = reasons[0]?.reason ?? null;
  const list = reasons.map(({ reason, count }) => `${reason} (${count})`).join(', ');
  const sentence = `${failed} of ${failed + scored} scores could not be made: ${list}.`;
  await endRun(ctx, run, scored === 0 ? 'failed' : 'completed', most, sentence);
}

export async function endRun(
  ctx: SystemContext,
  run: RunRow,
  status: 'completed' | 'failed',
  reason: EvalReason | (string & {}) | null,
  error: string | null,
): Promise<void> {
  const by = { accountId: run.account_id, actor: ctx.actor, origin: null };
  await changeAs(ctx, by, 'eval_run.complete', async (tx) => {
    const completedAt = ctx.clock.now();
    const ended = { status, completed_at: completedAt, error, error_reason: reason };
    // The run was cancelled meanwhile or ended by another process, so there is nothing to announce.
    if (!(await moveRun(tx.db, run.id, ['queued', 'running'], ended))) return { result: null, target: null };
    const { scored, failed } = await failureReasons(tx.db, run.id);
    await queueWebhookEvent(ctx, tx, {
      accountId: run.account_id,
      type: 'eval_run.completed',
      data: {
        runId: run.id,
        name: run.name,
        status,
        source: run.source,
        scoredCount: scored,
        failedCount: failed,
        error,
        errorReason: reason,
        completedAt: isoTime(completedAt),
      },
    });
    const metadata = { name: run.name, status, scored, failed };
    return { result: null, target: { type: 'eval_run', id: String(run.id) }, metadata };
  });
}
