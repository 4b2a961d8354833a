// Reads files back, within the account and the project of the context.
import { HASH_PREFIX } from '#core/content/media/file-hash';
import { MEDIA_NAME, mediaHasher } from '#content';
import type { Context } from '#core/context';
import { homeOf } from './home.ts';
import { namesIn, selectMedia, selectMediaByHash, selectNamedMedia, type MediaRow } from './store.ts';
import type { ByteRange } from '#media';

export interface StoredFile {
  id: string;
  contentType: string;
  bytes: number;
  createdAt: number;
  /** Null if the file is gone, or is on a disk that this process does not have. */
  open: (range?: ByteRange) => Promise<AsyncGenerator<Buffer> | null>;
}

export type ReadContext = Pick<
  Context,
  'account' | 'project' | 'metadata' | 'contentKeys' | 'state' | 'config'
>;

const MAX_IDS = 1_024;

/** By id; those that the context may not see are missing. */
export async function mediaFilesOf(
  ctx: ReadContext,
  ids: readonly string[],
): Promise<Map<string, StoredFile>> {
  const scope = { accountId: ctx.account.id, project: ctx.project?.number ?? null };
  const rows = await selectMedia(ctx.metadata.reader, scope, ids.slice(0, MAX_IDS));
  return new Map(rows.map((row) => [row.id, storedFile(ctx, row)]));
}

/** By what content has: ids, or hashes of names. In their order. */
export async function storedFilesOf(
  ctx: ReadContext,
  names: readonly string[],
): Promise<Map<string, StoredFile>> {
  const scope = { accountId: ctx.account.id, project: ctx.project?.number ?? null };
  const rows = await selectNamedMedia(ctx.metadata.reader, scope, namesIn(names.slice(0, MAX_IDS)));
  const found = new Map(
    rows.flatMap(
      (row) =>
        [
          [row.id, row],
          [HASH_PREFIX + row.hash, row],
        ] as const,
    ),
  );
  return new Map(
    names.flatMap((name) => {
      const row = found.get(name);
      return row ? [[name, storedFile(ctx, row)] as const] : [];
    }),
  );
}

/** By the name that Langfuse's clients derive from its bytes. */
export async function mediaByName(ctx: ReadContext, name: string): Promise<StoredFile | null> {
  if (!MEDIA_NAME.test(name)) return null;
  const scope = { accountId: ctx.account.id, project: ctx.project?.number ?? null };
  const hash = mediaHasher(await ctx.contentKeys.load(ctx.account))(name);
  const row = await selectMediaByHash(ctx.metadata.reader, scope, hash);
  return row ? storedFile(ctx, row) : null;
}

function storedFile(
  ctx: ReadContext,
  { id, content_type: contentType, bytes, created_at: createdAt }: MediaRow,
): StoredFile {
  return {
    id,
    contentType,
    bytes,
    createdAt,
    open: async (range) => homeOf(ctx).read(await ctx.contentKeys.load(ctx.account), id, bytes, range),
  };
}
