import { notFound } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { remarksOf, type Remarks } from './remarks.ts';
import { endClaim } from './review-queue/store.ts';
import type { Annotation, AnnotationChange } from './schemas.ts';
import { lockAnnotation, updateRemarks } from './store.ts';

const REMARKS = ['annotationText', 'label', 'qualityScore'] as const satisfies readonly (keyof Remarks)[];

export async function updateAnnotation(
  ctx: Context,
  id: number,
  input: AnnotationChange,
): Promise<Annotation> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'annotation.update', async ({ db }) => {
    // Locked, so that two changes that each clear a part do not leave an empty annotation.
    const before = await lockAnnotation(db, ctx, id);
    if (!before) throw notFound('Annotation');
    const remarks = remarksOf(input, before);
    const changed = REMARKS.filter((name) => remarks[name] !== before[name]);
    if (changed.length === 0) return { result: before, target: null };
    const annotation = await updateRemarks(db, ctx, before, remarks);
    if (remarks.qualityScore !== null) await endClaim(db, ctx.account.id, before.callId);
    return {
      result: annotation,
      target: { type: 'annotation', id: String(id) },
      metadata: { callDigest: callDigest(keys, before.callId), changed },
    };
  });
}
