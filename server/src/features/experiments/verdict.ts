// PUT /v1/experiments/{id}/results/{position}/verdict: what a person thinks of one answer.
import { notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { setVerdict } from './cells.ts';
import type { NewVerdict } from './schemas.ts';
import { requireExperiment } from './show.ts';

export const giveVerdict = (
  ctx: Context,
  id: string,
  position: number,
  { variant, repetition = 0, verdict }: NewVerdict,
): Promise<void> =>
  change(ctx, 'experiment.verdict', async ({ db }) => {
    const row = await requireExperiment(ctx, db, id);
    const place = { experiment_id: row.id, position, variant, repetition };
    const isSet = await setVerdict(db, place, {
      verdict,
      verdict_by: verdict === null ? null : ctx.actor.id,
      verdict_at: verdict === null ? null : ctx.clock.now(),
    });
    if (!isSet) throw notFound('Answer');
    return {
      result: undefined,
      target: { type: 'experiment', id },
      metadata: { position, variant, repetition, verdict },
    };
  });
