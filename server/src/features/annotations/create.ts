import { unknownId } from '#lib/app-error';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { scopeOf } from '#features/query';
import { NO_REMARKS, remarksOf } from './remarks.ts';
import { endClaim } from './review-queue/store.ts';
import type { Annotation, NewAnnotation } from './schemas.ts';
import { insertAnnotation } from './store.ts';

export async function createAnnotation(ctx: Context, input: NewAnnotation): Promise<Annotation> {
  const { callId, ...given } = input;
  const remarks = remarksOf(given, NO_REMARKS);
  const call = await ctx.records.locateCall(scopeOf(ctx), callId);
  if (!call) throw unknownId('callId', 'Call not found.');
  return change(ctx, 'annotation.create', async ({ db }) => {
    const now = ctx.clock.now();
    const annotation = await insertAnnotation(db, {
      account_id: ctx.account.id,
      project_number: call.project,
      call_id: callId,
      call_timestamp: call.timestampMs,
      of_eval_run: call.ofEvalRun ? 1 : 0,
      annotation_text: remarks.annotationText,
      label: remarks.label,
      quality_score: remarks.qualityScore,
      author_type: ctx.actor.type,
      author_id: ctx.actor.id,
      created_at: now,
      updated_at: now,
    });
    if (remarks.qualityScore !== null) await endClaim(db, ctx.account.id, callId);
    return {
      result: annotation,
      target: { type: 'annotation', id: String(annotation.id) },
      metadata: { callId, label: remarks.label, qualityScore: remarks.qualityScore },
    };
  });
}
