// The place in stored content that a search found, with some text around it.
import { contentMatches, matchIn, type SearchedText } from '#content';
import type { Content } from '#core/content/content';
import { oneLine } from '#services/conversation';
import type { Snippet } from '../schemas/previews.ts';

/** Characters on each side. */
const AROUND = 60;
const MAX_MATCH = 120;

/** Null if the content does not have the words. */
export function snippetOf(content: Content, wanted: SearchedText): Snippet | null {
  if (!contentMatches(content, wanted)) return null;
  const found = matchIn(content, wanted);
  if (!found) return null;
  const { text, start } = found;
  const end = Math.min(found.end, start + MAX_MATCH);
  const before = text.slice(Math.max(0, start - AROUND), start);
  const after = text.slice(end, end + AROUND);
  return {
    before: `${start > AROUND ? '…' : ''}${oneLine(before.toWellFormed()).trimStart()}`,
    match: oneLine(text.slice(start, end).toWellFormed()),
    after: `${oneLine(after.toWellFormed()).trimEnd()}${end + AROUND < text.length ? '…' : ''}`,
  };
}
