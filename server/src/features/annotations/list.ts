import { invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { cutPage, pageByNumber } from '#core/paging';
import type { AnnotationQuery } from './schemas.ts';
import { selectAnnotations } from './store.ts';

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
