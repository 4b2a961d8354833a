import { invalid, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { cutPage, pageByNumber } from '#core/paging';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { AnnotationQuery, Annotation, AnnotationChange } from './schemas.ts';
import { selectAnnotations, lockAnnotation, updateRemarks, deleteAnnotationRow } from './store.ts';
import { remarksOf, type Remarks } from './remarks.ts';
import { endClaim } from './review-queue/store.ts';

const OF_A_CALL = 100;
const WITH_A_LABEL = 50;

/** The body is a bare array, so the next cursor is in a header. */
export async function listAnnotations(ctx: Context, query: AnnotationQuery): Promise<Reply> {
  const { callId, label, cursor } = query;
  if (callId === undefined && label === undefined) {
    throw invalid('callId', 'Give callId or label.');
  }
  const limit = query.limit ?? (callId === undefined ? WITH_A_LABEL : OF_A_CALL);
  const page = pageByNumber({ limit, ...(cursor === undefined ? {} : { cursor }) });
  const rows = await selectAnnotations(ctx, { callId, label }, page);
  const { shown, nextCursor } = cutPage(rows, page, ({ id }) => id);
  return new Reply(200, shown, nextCursor === null ? {} : { 'x-next-cursor': nextCursor });
}

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

export async function deleteAnnotation(ctx: Context, id: number): Promise<void> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return change(ctx, 'annotation.delete', async ({ db }) => {
    const callId = await deleteAnnotationRow(db, ctx, id);
    if (callId === null) throw notFound('Annotation');
    return {
      result: undefined,
      target: { type: 'annotation', id: String(id) },
      metadata: { callDigest: callDigest(keys, callId) },
    };
  });
}
