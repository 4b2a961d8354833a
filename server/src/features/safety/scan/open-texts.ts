// Decrypts the stored content of calls into texts for the classifier.
import { AppError } from '#lib/app-error';
import { openContent, type AccountKeys } from '#content';
import type { Context } from '#core/context';
import { selectSealedContent } from '#records';
import { scopeOf } from '#services/record-access';
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
  const take = (id: string, sealed: Buffer | undefined): void => {
    if (!sealed) {
      opened.bare.add(id);
      return;
    }
    const content = keys && openContent(keys, id, sealed);
    const texts = content ? classifiedTextsOf(content) : [];
    if (!content) opened.unreadable.add(id);
    else if (texts.length === 0) opened.bare.add(id);
    else opened.texts.set(id, texts);
  };
  for (const [id, sealed] of together) take(id, sealed);
  for (const call of calls) {
    if (together.has(call.id)) continue;
    // The content was too large for one query with the others, or the call was deleted meanwhile.
    const alone = await ctx.records.ask(scopeOf(ctx), selectSealedContent([call]));
    take(call.id, alone.get(call.id));
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
