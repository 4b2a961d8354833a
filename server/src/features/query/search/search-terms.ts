// What a search text is asked for with in sealed content: hashes of its words, for each key that the account has had.
import { AppError } from '#lib/app-error';
import { searchedText, textWords, type AccountKeys, type SearchedText } from '#content';
import type { Context } from '#core/context';

export interface SearchTerms {
  keys: AccountKeys;
  wanted: SearchedText;
  words: readonly (readonly number[])[];
}

/** Null: content is not searched, because there is none, or none is indexed, or the text has no word. */
export async function searchTerms(ctx: Context, search: string | undefined): Promise<SearchTerms | null> {
  if (search === undefined || !ctx.config.contentSearch) return null;
  const wanted = searchedText(search);
  if (wanted.words.size === 0) return null;
  const keys = await knownKeys(ctx);
  return keys && { keys, wanted, words: keys.search.map((key) => textWords(key, wanted.text)) };
}

/** Asking makes no key; one that this process cannot read opens nothing, so there is nothing to find. */
async function knownKeys({ account, contentKeys }: Context): Promise<AccountKeys | null> {
  try {
    return await contentKeys.find(account);
  } catch (error) {
    if (error instanceof AppError && error.reason === 'content_key_unreadable') return null;
    throw error;
  }
}
