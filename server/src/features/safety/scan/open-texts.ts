// Decrypts the stored content of calls into texts for the classifier.
import { AppError } from '#lib/app-error';
import type { AccountKeys } from '#content';
import type { Content } from '#core/content/content';
import type { Context } from '#core/context';
import { selectSealedContent, type SealedContent } from '#records';
import { ContentReader, scopeOf } from '#services/record-access';
import { classifiedTextsOf, type SideText } from '../classifier/texts.ts';
import type { ScannableCall } from './records.ts';

export interface OpenedTexts {
  texts: Map<string, SideText[]>;
  /** Calls without stored content that could be classified. */
  bare: Set<string>;
  /** Calls with content but without a key for it. */
  unreadable: Set<string>;
}

/** Limit of sealed content in memory at once, unless a single call has more. */
const MAX_BYTES = 16 * 1024 * 1024;

export async function openScanTexts(ctx: Context, calls: readonly ScannableCall[]): Promise<OpenedTexts> {
  const opened: OpenedTexts = { texts: new Map(), bare: new Set(), unreadable: new Set() };
  if (calls.length === 0) return opened;
  const together = await ctx.records.ask(scopeOf(ctx), selectSealedContent(calls, MAX_BYTES));
  const keys = await keysOf(ctx);
  const reader = keys && new ContentReader(ctx, keys);
  const take = (id: string, content: Content | null): void => {
    const texts = content ? classifiedTextsOf(content) : [];
    if (!content) opened.unreadable.add(id);
    else if (texts.length === 0) opened.bare.add(id);
    else opened.texts.set(id, texts);
  };
  const takeAll = async (contents: ReadonlyMap<string, SealedContent>): Promise<void> => {
    if (!reader) for (const id of contents.keys()) take(id, null);
    else for await (const [id, sealed] of reader.each(contents)) take(id, reader.open(id, sealed));
  };
  await takeAll(together);
  for (const call of calls) {
    if (together.has(call.id)) continue;
    // The content was too large for one query with the others, or the call was deleted meanwhile.
    const alone = await ctx.records.ask(scopeOf(ctx), selectSealedContent([call]));
    if (alone.size === 0) opened.bare.add(call.id);
    await takeAll(alone);
  }
  ctx.contentKeys.unreadableCount += opened.unreadable.size;
  return opened;
}

/** Does not create a key. Null if there is none or it was wrapped with another master key. */
async function keysOf({ account, contentKeys }: Context): Promise<AccountKeys | null> {
  try {
    return await contentKeys.find(account);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'content_key_unreadable') return null;
    throw error;
  }
}
