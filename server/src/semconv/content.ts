// Decides what is content, for attributes of calls, observations and events and for members of `requestMeta`.
import type { Json } from '#records/record';
import { meaningOfKey } from './meaning.ts';

/**
 * Stored with every record. Increment it when plain text becomes content: a job then converts the stored
 * records to the new rules.
 */
export const CONTENT_RULES = 1;

/** Whether the key holds content, whatever its value. */
export const isContentAttribute = (key: string): boolean => meaningOfKey(key).content;

/**
 * Whether a value must not be stored as plain text. Text that is not known to be technical counts as content.
 */
export function isContent(key: string, value: Json): boolean {
  const { content, maxText, isPlainName } = meaningOfKey(key);
  // Even if the value is a number or null, the key may be a sentence.
  if (!isPlainName) return true;
  if (value === null) return false;
  if (content) return value !== '';
  if (typeof value === 'string') return value.length > maxText;
  return typeof value === 'object' && Object.keys(value).length > 0 && !isShortList(value, maxText);
}

const MAX_ITEMS = 32;

/**
 * For example finish reasons. Objects have their own keys, and long lists of numbers are tokens or
 * embeddings.
 */
function isShortList(value: Json, maxText: number): boolean {
  if (maxText === 0 || !Array.isArray(value) || value.length > MAX_ITEMS) return false;
  let length = 0;
  for (const item of value) {
    if (typeof item === 'object' && item !== null) return false;
    if (typeof item === 'string') length += item.length;
  }
  return length <= maxText;
}
