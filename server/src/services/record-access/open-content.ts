// Decrypts the content of the few records that a person looks at: one record, a trace, or the rows of a page.
// Aggregates never do this.
import { AppError } from '#lib/app-error';
import { joinContent, withUnreadableContent, type AccountKeys } from '#content';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { selectSealedContent, type CallRef, type SealedContent, type StoredRecord } from '#records';
import { ContentReader } from './content-reader.ts';
import { scopeOf } from './scope.ts';

export interface MayHaveContent<R extends StoredRecord> {
  record: R;
  hasContent: boolean;
}

/** Content that cannot be decrypted is shown as null and counted; the record is still shown. */
export async function withContent<R extends StoredRecord>(
  ctx: Context,
  records: readonly MayHaveContent<R>[],
  maxBytes?: number,
): Promise<R[]> {
  const { open } = await sealedContentOf(ctx, records, maxBytes);
  return records.map(({ record }) => open(record));
}

interface SealedContents {
  /** The record with its content; the same object if there is none. */
  open: <R extends StoredRecord>(record: R) => R;
  /** There is more content than `maxBytes`. */
  isCut: boolean;
}

/** The maximum sealed size of one record. */
const MAX_OF_ONE = 512 * 1_048_576;

/** For responses that stop decrypting when they are full. */
export async function sealedContentOf(
  ctx: Context,
  records: readonly MayHaveContent<StoredRecord>[],
  /** In sealed bytes; the earliest contents up to this size. */
  maxBytes?: number,
): Promise<SealedContents> {
  const places = records
    .filter(({ hasContent }) => hasContent)
    .map(({ record: { id, timestampMs } }) => ({ id, timestampMs }));
  if (places.length === 0) return { open: (record) => record, isCut: false };
  const sealed = await ctx.records.ask(scopeOf(ctx), selectSealedContent(places, maxBytes));
  const keys = await readableKeys(ctx);
  if (!keys) ctx.contentKeys.unreadableCount += sealed.size;
  const reader = keys && new ContentReader(ctx, keys, Infinity);
  const contents = new Map<string, SealedContent>();
  if (reader) for await (const [id, content] of reader.each(sealed, maxBytes)) contents.set(id, content);
  return {
    isCut:
      maxBytes !== undefined &&
      (isCut(sealed, places.length, maxBytes) || (reader !== null && contents.size < sealed.size)),
    open: (record) => {
      // Missing if the consent was withdrawn, which deletes content but not records, or beyond `maxBytes`.
      const bytes = (reader ? contents : sealed).get(record.id);
      if (!bytes) return record;
      const content = reader && reader.open(record.id, bytes);
      return content ? joinContent(record, content) : withUnreadableContent(record);
    },
  };
}

function isCut(sealed: ReadonlyMap<string, SealedContent>, wanted: number, maxBytes: number): boolean {
  const total = sealed.values().reduce((sum, { sealed: { length } }) => sum + length, 0);
  // The earliest is always returned, however large.
  return sealed.size > 0 && sealed.size < wanted && total + MAX_OF_ONE > maxBytes;
}

/** All sealed contents by id, with limited memory. Most are small, and one batch has them all. */
export async function* contentBatches(
  ctx: Context,
  places: readonly CallRef[],
  maxBytes: number,
): AsyncGenerator<ReadonlyMap<string, SealedContent>> {
  for (let left = places; left.length > 0;) {
    const sealed = await ctx.records.ask(scopeOf(ctx), selectSealedContent(left, maxBytes));
    // Records without content stay in the set and are never returned.
    left = isCut(sealed, left.length, maxBytes) ? left.filter(({ id }) => !sealed.has(id)) : [];
    yield sealed;
  }
}

/** Sealed contents in memory at once. */
const READ_BYTES = 4 * 1_048_576;

/**
 * Reads something from the content of each of these records and forgets the rest, with limited memory.
 * Missing: records without content, and those whose content cannot be decrypted.
 */
export async function readContents<Read>(
  ctx: Context,
  records: readonly { ref: CallRef; hasContent: boolean }[],
  read: (content: Content, id: string) => Read,
): Promise<Map<string, Read>> {
  const found = new Map<string, Read>();
  const places = records.filter(({ hasContent }) => hasContent).map(({ ref }) => ref);
  if (places.length === 0) return found;
  const keys = await readableKeys(ctx);
  const reader = keys && new ContentReader(ctx, keys);
  for await (const contents of contentBatches(ctx, places, READ_BYTES)) {
    if (!reader) {
      ctx.contentKeys.unreadableCount += contents.size;
      continue;
    }
    for await (const [id, sealed] of reader.each(contents)) {
      const content = reader.open(id, sealed);
      if (content) found.set(id, read(content, id));
    }
  }
  return found;
}

/** Null if the account's key was wrapped with a master key that this process does not have. */
export async function readableKeys({
  account,
  contentKeys,
}: Pick<Context, 'account' | 'contentKeys'>): Promise<AccountKeys | null> {
  try {
    return contentKeys.of(account) ?? (await contentKeys.load(account));
  } catch (error) {
    if (error instanceof AppError && error.reason === 'content_key_unreadable') return null;
    throw error;
  }
}
