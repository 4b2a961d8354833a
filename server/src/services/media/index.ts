// Files that clients send, in messages or on their own: kept once, read back, and deleted with the records that refer to
// them.
import type { AccountRef } from '#content';
import type { Services } from '#core/context';
import { removeUnfinishedMedia } from './remove.ts';
import { discardAllMedia } from './store.ts';

export {
  keepFiles,
  keepStream,
  touchFile,
  MAX_FILE_BYTES,
  type MediaContext,
  type UploadedFile,
} from './keep.ts';
export { filesForModel } from './for-models.ts';
export { withStoredFiles } from './for-order.ts';
export { inlinedJson } from './inline.ts';
export { mediaByName, mediaFilesOf, storedFilesOf, type ReadContext, type StoredFile } from './read.ts';
export { removeErased, willBeErased } from './remove.ts';

/** All files of an account that is being deleted. */
export async function removeMediaOf(
  ctx: Pick<Services, 'metadata' | 'clock' | 'records' | 'state' | 'config'>,
  { id }: AccountRef,
  signal: AbortSignal,
): Promise<void> {
  await ctx.metadata.transaction((db) => discardAllMedia(db, { accountId: id, project: null }));
  await removeUnfinishedMedia(ctx, { before: Number.MAX_SAFE_INTEGER, accountId: id }, signal);
}
