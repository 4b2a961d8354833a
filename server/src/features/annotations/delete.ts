import { notFound } from '#lib/app-error';
import { callDigest } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { deleteAnnotationRow } from './store.ts';

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
