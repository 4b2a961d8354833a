// The terms to search sealed content for: hashes of the words of the text, for each key that the account has
// had.
import { AppError } from '#lib/app-error';
import { searchedText, textWords, type AccountKeys, type SearchedText } from '#content';
import type { Context } from '#core/context';

export interface SearchTerms {
  keys: AccountKeys;
  wanted: SearchedText;
  words: readonly (readonly number[])[];
}

/** Null if content is not searched: there is none, none is indexed, or the text has no word. */
export async function searchTerms(ctx: Context, search: string | undefined): Promise<SearchTerms | null> {
  if (search === undefined || !ctx.config.contentSearch) return null;
  const wanted = searchedText(search);
  if (wanted.words.size === 0) return null;
  const keys = await knownKeys(ctx);
  return keys && { keys, wanted, words: keys.search.map((key) => textWords(key, wanted.text)) };
}

/** A search creates no key. With a key that this process cannot read, nothing can be found. */
async function knownKeys({ account, contentKeys }: Context): Promise<AccountKeys | null> {
  try {
    return await contentKeys.find(account);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'content_key_unreadable') return null;
    throw error;
  }
}
