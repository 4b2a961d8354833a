import { AppError, unknownId } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { scopeOf } from '#services/record-access';
import type { Writer } from '#metadata';
import { NO_REMARKS, remarksOf } from './remarks.ts';
import { endClaim } from './review-queue/store.ts';
import type { Annotation, NewAnnotation } from './schemas.ts';
import { countAnnotations, insertAnnotation } from './store.ts';
import { selectCallLocation } from '#records';

const MAX_OF_ONE_CALL = 500;

/** Locks the account, so that parallel requests cannot exceed the limit together. */
async function requireRoom({ account }: Context, db: Writer, callId: string): Promise<void> {
  await lockAccount(db, account.id);
  if ((await countAnnotations(db, account.id, MAX_OF_ONE_CALL, callId)) >= MAX_OF_ONE_CALL)
    throw full(`A call can have ${MAX_OF_ONE_CALL} annotations.`);
  const { annotations, title } = account.plan;
  if (annotations !== null && (await countAnnotations(db, account.id, annotations)) >= annotations)
    throw full(`The ${title} plan has room for ${annotations.toLocaleString('en')} annotations.`);
}

const full = (message: string): AppError =>
  new AppError('conflict', 'too_many_annotations', `${message} Delete some first.`);

export async function createAnnotation(ctx: Context, input: NewAnnotation): Promise<Annotation> {
  const { callId, ...given } = input;
  const remarks = remarksOf(given, NO_REMARKS);
  const call = await ctx.records.ask(scopeOf(ctx), selectCallLocation(callId));
  if (!call) throw unknownId('callId', 'Call not found.');
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'annotation.create', async ({ db }) => {
    await requireRoom(ctx, db, callId);
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
      metadata: { callDigest: callDigest(keys, callId), qualityScore: remarks.qualityScore },
    };
  });
}
