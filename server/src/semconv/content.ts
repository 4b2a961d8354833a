// What is content: the one answer for attributes of calls, observations and events, and for members of `requestMeta`.
import type { Json } from '#records/record';
import { meaningOfKey } from './meaning.ts';

/**
 * Stored with every record. Raise it when something that was kept in the clear becomes content: a job then brings what is stored to the
 * new rules.
 */
export const CONTENT_RULES = 1;

/** It says what people and models said, whatever its value is. */
export const isContentAttribute = (key: string): boolean => meaningOfKey(key).content;

/** Whether a value must not be stored in the clear. Text that nobody knows to be technical counts as content. */
export function isContent(key: string, value: Json): boolean {
  const { content, maxText, isPlainName } = meaningOfKey(key);
  // A number or null says little, but its name may be a sentence.
  if (!isPlainName) return true;
  if (value === null) return false;
  if (content) return value !== '';
  if (typeof value === 'string') return value.length > maxText;
  return typeof value === 'object' && Object.keys(value).length > 0 && !isShortList(value, maxText);
}

const MAX_ITEMS = 32;

/** Such as finish reasons. Objects have names of their own, and numbers in long lists are tokens or embeddings. */
function isShortList(value: Json, maxText: number): boolean {
  if (maxText === 0 || !Array.isArray(value) || value.length > MAX_ITEMS) return false;
  let length = 0;
  for (const item of value) {
    if (typeof item === 'object' && item !== null) return false;
    if (typeof item === 'string') length += item.length;
  }
  return length <= maxText;
}
