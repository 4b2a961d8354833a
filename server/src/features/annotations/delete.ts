import { notFound } from '#lib/app-error';
import { change } from '#core/change';
import type { Context } from '#core/context';
import { deleteAnnotationRow } from './store.ts';

export const deleteAnnotation = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'annotation.delete', async ({ db }) => {
    const callId = await deleteAnnotationRow(db, ctx, id);
    if (callId === null) throw notFound('Annotation');
    return {
      result: undefined,
      target: { type: 'annotation', id: String(id) },
      metadata: { callId },
    };
  });
