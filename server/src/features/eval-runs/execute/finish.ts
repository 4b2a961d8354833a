// How a run ends: completed when anything was scored, or there was nothing to score; failed when nothing could be.
import type { Context, SystemContext } from '#core/context';
import { failureReasons, moveRun, type RunRow } from '../store.ts';

export async function finishRun(ctx: Context, run: RunRow): Promise<void> {
  const { scored, failed, reasons } = await failureReasons(ctx.db, run.id);
  if (failed === 0) return endRun(ctx, run.id, 'completed', null, null);
  const most = reasons[0]?.reason ?? null;
  const list = reasons.map(({ reason, count }) => `${reason} (${count})`).join(', ');
  const sentence = `${failed} of ${failed + scored} scores could not be made: ${list}.`;
  await endRun(ctx, run.id, scored === 0 ? 'failed' : 'completed', most, sentence);
}

export async function endRun(
  { metadata, clock }: SystemContext,
  id: number,
  status: 'completed' | 'failed',
  reason: string | null,
  error: string | null,
): Promise<void> {
  await metadata.transaction((db) =>
    moveRun(db, id, ['queued', 'running'], {
      status,
      completed_at: clock.now(),
      error,
      error_reason: reason,
    }),
  );
}
