// Puts content back into the few records that a person looks at. Lists and aggregates never do.
import { AppError } from '#lib/app-error';
import { joinContent, openContent, withUnreadableContent, type AccountKeys } from '#content';
import type { Context } from '#core/context';
import { selectSealedContent, type CallRef, type StoredRecord } from '#records';
import { scopeOf } from './scope.ts';

export interface MayHaveContent<R extends StoredRecord> {
  record: R;
  hasContent: boolean;
}

/** Content that cannot be opened is shown as null and counted; it is never a reason to show nothing. */
export async function withContent<R extends StoredRecord>(
  ctx: Context,
  records: readonly MayHaveContent<R>[],
  maxBytes?: number,
): Promise<R[]> {
  const { open } = await sealedContentOf(ctx, records, maxBytes);
  return records.map(({ record }) => open(record));
}

export interface SealedContents {
  /** The record with its content; itself when there is none. */
  open: <R extends StoredRecord>(record: R) => R;
  /** There is more content than was asked for. */
  isCut: boolean;
}

/** What one record may have at most, sealed. */
const MAX_OF_ONE = 1_048_576;

/** For answers that stop opening when they are full. */
export async function sealedContentOf(
  ctx: Context,
  records: readonly MayHaveContent<StoredRecord>[],
  /** Sealed; the earliest up to so much. */
  maxBytes?: number,
): Promise<SealedContents> {
  const places = records
    .filter(({ hasContent }) => hasContent)
    .map(({ record: { id, timestampMs } }) => ({ id, timestampMs }));
  if (places.length === 0) return { open: (record) => record, isCut: false };
  const sealed = await ctx.records.ask(scopeOf(ctx), selectSealedContent(places, maxBytes));
  const keys = await keysOf(ctx);
  if (!keys) ctx.contentKeys.unreadableCount += sealed.size;
  return {
    isCut: maxBytes !== undefined && isCut(sealed, places.length, maxBytes),
    open: (record) => {
      const bytes = sealed.get(record.id);
      // Withdrawn consent deletes content and leaves the record; and there may be more of it than was asked for.
      if (!bytes) return record;
      const content = keys && openContent(keys, record.id, bytes);
      return content ? joinContent(record, content) : withUnreadableContent(record);
    },
  };
}

function isCut(sealed: ReadonlyMap<string, Buffer>, wanted: number, maxBytes: number): boolean {
  const total = sealed.values().reduce((sum, { length }) => sum + length, 0);
  return sealed.size < wanted && total + MAX_OF_ONE > maxBytes;
}

/** Sealed contents by id, all of them, so much in memory at a time. Most are small, and one batch has them all. */
export async function* contentBatches(
  ctx: Context,
  places: readonly CallRef[],
  maxBytes: number,
): AsyncGenerator<ReadonlyMap<string, Buffer>> {
  for (let left = places; left.length > 0;) {
    const sealed = await ctx.records.ask(scopeOf(ctx), selectSealedContent(left, maxBytes));
    // Those without content stay, and are never answered.
    left = isCut(sealed, left.length, maxBytes) ? left.filter(({ id }) => !sealed.has(id)) : [];
    yield sealed;
  }
}

/** Null when the account's key was wrapped with another master key than this process has. */
async function keysOf({ account, contentKeys }: Context): Promise<AccountKeys | null> {
  try {
    return contentKeys.of(account) ?? (await contentKeys.load(account));
  } catch (error) {
    if (error instanceof AppError && error.reason === 'content_key_unreadable') return null;
    throw error;
  }
}
