// Decides what is content, for attributes of calls, observations and events and for members of `requestMeta`.
import type { Json } from '#records/record';
import { meaningOfKey } from './meaning.ts';
import { MAX_TOOL_NAMES, MAX_TOOL_NAMES_TEXT } from './technical.ts';

/** Whether the key holds content, whatever its value. */
export const isContentAttribute = (key: string): boolean => meaningOfKey(key).content;

const MAX_LABEL = 64;
/** An escape may stand for white space. */
const NO_LABEL = /[\s\\]/;

/** Whether a value among metadata is a label: a number, a flag, or a short text without white space. */
export const looksLikeLabel = (value: Json): boolean =>
  typeof value === 'string'
    ? value.length <= MAX_LABEL && !NO_LABEL.test(value)
    : typeof value === 'number' || typeof value === 'boolean';

/**
 * Whether a value must not be stored as plain text. Text that is not known to be technical counts as content.
 */
export function isContent(key: string, value: Json): boolean {
  const { content, maxText, isPlainName, isMetadata } = meaningOfKey(key);
  // Even if the value is a number or null, the key may be a sentence.
  if (!isPlainName) return true;
  if (value === null) return false;
  if (content) return value !== '';
  if (isMetadata && looksLikeLabel(value)) return false;
  if (typeof value === 'string') return value.length > maxText;
  return typeof value === 'object' && Object.keys(value).length > 0 && !isShortList(value, maxText);
}

const MAX_ITEMS = 32;

/**
 * For example finish reasons. Objects have their own keys, and long lists of numbers are tokens or
 * embeddings.
 */
function isShortList(value: Json, maxText: number): boolean {
  const maxItems = maxText === MAX_TOOL_NAMES_TEXT ? MAX_TOOL_NAMES : MAX_ITEMS;
  if (maxText === 0 || !Array.isArray(value) || value.length > maxItems) return false;
  let length = 0;
  for (const item of value) {
    if (typeof item === 'object' && item !== null) return false;
    if (typeof item === 'string') length += item.length;
  }
  return length <= maxText;
}
