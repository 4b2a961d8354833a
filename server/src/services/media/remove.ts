// Deletes files that no record refers to any more. The row goes first, in one step with a note that the file has to go;
// so a request that sends the same file again stores it anew, and a killed process leaves nothing.
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { AccountRef } from '#content';
import type { Services } from '#core/context';
import { selectMediaExpiry, wholeAccount } from '#records';
import type { Writer } from '#metadata';
import { HASH_PREFIX } from '#core/content/media/file-hash';
import { homeOf } from './home.ts';
import {
  checkSoon,
  deleteUnfinishedMedia,
  namesIn,
  discardMedia,
  selectDueOf,
  selectItemMedia,
  selectUnfinishedMedia,
  setCheck,
  type MediaRow,
} from './store.ts';

/** Longer than a request takes from its files to its records. */
const GRACE_MS = 2 * MINUTE_MS;
/** A write that began earlier has ended, one way or the other. */
export const UNFINISHED_MS = HOUR_MS;
const AT_ONCE = 500;

type RemoveContext = Pick<Services, 'metadata' | 'clock' | 'records' | 'state' | 'config'>;

/** Before records are erased: their files are looked at soon, also if this process ends. */
export const willBeErased = (
  db: Writer,
  { id }: AccountRef,
  media: readonly string[],
  now: number,
): Promise<unknown> => checkSoon(db, id, namesIn(media), { now, graceMs: GRACE_MS });

/** After records were erased: their files go, unless another record refers to them. */
export async function removeErased(
  ctx: RemoveContext,
  account: AccountRef,
  media: readonly string[],
): Promise<void> {
  const now = ctx.clock.now();
  for (let from = 0; from < media.length; from += AT_ONCE) {
    const some = media.slice(from, from + AT_ONCE);
    const due = await selectDueOf(ctx.metadata.reader, account.id, namesIn(some), now);
    await removeUnreferenced(ctx, account, due);
  }
}

/** Files that are due. Those that a record refers to are looked at again when the last one expires. */
export async function removeUnreferenced(
  ctx: RemoveContext,
  account: AccountRef,
  media: readonly Pick<MediaRow, 'id' | 'hash'>[],
): Promise<void> {
  if (media.length === 0) return;
  const now = ctx.clock.now();
  const names = media.flatMap(({ id, hash }) => [id, HASH_PREFIX + hash]);
  const expiry = await ctx.records.ask(wholeAccount(account.number), selectMediaExpiry(names, now));
  const ofItems = await selectItemMedia(ctx.metadata.reader, account.id);
  const kept = new Map<string, number>();
  for (const { id, hash } of media) {
    const isOfItem = ofItems.has(id) || ofItems.has(HASH_PREFIX + hash);
    const expiresMs = isOfItem
      ? Number.MAX_SAFE_INTEGER
      : Math.max(expiry.get(id) ?? 0, expiry.get(HASH_PREFIX + hash) ?? 0);
    if (expiresMs > 0) kept.set(id, expiresMs);
  }
  const gone = await ctx.metadata.transaction(async (db) => {
    // Records may be erased, or kept for a shorter time, before that.
    for (const [id, expiresMs] of kept)
      await setCheck(db, id, Math.max(now + HOUR_MS, Math.min(expiresMs, now + DAY_MS)));
    const left = media.flatMap(({ id }) => (kept.has(id) ? [] : id));
    return left.length === 0 ? [] : discardMedia(db, account.id, left, now);
  });
  await removeFiles(ctx, gone);
}

async function removeFiles(ctx: RemoveContext, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const home = homeOf(ctx);
  for (const id of ids) await home.remove(id);
  await ctx.metadata.transaction((db) => deleteUnfinishedMedia(db, ids));
}

/** What killed processes have left, and what was discarded: of one account, or of all. */
export async function removeUnfinishedMedia(
  ctx: RemoveContext,
  which: { before: number; accountId?: string },
  signal: AbortSignal,
): Promise<number> {
  for (let removed = 0; ;) {
    signal.throwIfAborted();
    const ids = await selectUnfinishedMedia(ctx.metadata.reader, which, AT_ONCE);
    await removeFiles(ctx, ids);
    removed += ids.length;
    if (ids.length < AT_ONCE) return removed;
  }
}
