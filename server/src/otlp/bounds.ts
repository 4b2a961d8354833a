// Size limits of what is kept of a span. A body may hold an attribute of 1 MiB, but a record has at most 256
// KiB (docs/records.md). A call with too long a prompt is still worth keeping for its cost, so long values
// are cut, not rejected.
import type { Json, JsonObject } from '#records';
import { bareObject } from './bare-object.ts';

export const MAX_NAME = 512;
export const MAX_MODEL = 128;
export const MAX_ID_TEXT = 256;
export const MAX_ERROR = 1_000;
export const MAX_STACK = 8_000;

/** Sizes of content in UTF-8 bytes. */
interface ContentLimits {
  input: number;
  output: number;
  system: number;
  toolCalls: number;
}

/** Together with the attributes they stay below the limit of a record. */
export const STRICT_LIMITS: ContentLimits = {
  input: 80 * 1024,
  output: 56 * 1024,
  system: 16 * 1024,
  toolCalls: 16 * 1024,
};

/** 256 KiB in all. */
export const OPEN_LIMITS: ContentLimits = {
  input: 144 * 1024,
  output: 64 * 1024,
  system: 24 * 1024,
  toolCalls: 24 * 1024,
};

const MAX_ATTRIBUTES = 256;
const MAX_ATTRIBUTE = 24 * 1024;
const MAX_ATTRIBUTES_TOTAL = 40 * 1024;

export const cutText = (text: string, limit: number): string =>
  text.length <= limit ? text : text.slice(0, limit);

/** Cuts at a character boundary, within a number of UTF-8 bytes. */
export function cutBytes(text: string, limit: number): string {
  // A UTF-16 unit takes at most three bytes.
  if (text.length * 3 <= limit || Buffer.byteLength(text) <= limit) return text;
  const bytes = Buffer.from(text.slice(0, limit));
  let end = Math.min(limit, bytes.length);
  while (end > 0 && ((bytes[end] ?? 0) & 0xc0) === 0x80) end -= 1;
  return bytes.toString('utf8', 0, end);
}

/** Keeps attributes up to a number and a total size; `dropped` counts the rest. */
export class BoundedAttributes {
  readonly kept: JsonObject = bareObject();
  dropped = 0;
  #count = 0;
  #total = 0;

  add(key: string, value: Json): void {
    const bounded = typeof value === 'string' ? cutBytes(value, MAX_ATTRIBUTE) : value;
    const total = this.#total + key.length + sizeOf(bounded);
    if (this.#count >= MAX_ATTRIBUTES || total > MAX_ATTRIBUTES_TOTAL) {
      this.dropped += 1;
      return;
    }
    this.#total = total;
    this.#count += 1;
    this.kept[key] = bounded;
  }

  get isEmpty(): boolean {
    return this.#count + this.dropped === 0;
  }
}

/** The approximate length of the value as JSON: exact for ASCII, without escapes. */
export function sizeOf(value: Json): number {
  if (typeof value === 'string') return value.length * 3 <= 1024 ? value.length : Buffer.byteLength(value);
  if (typeof value !== 'object' || value === null) return 8;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + sizeOf(item) + 1, 2);
  let sum = 2;
  for (const key of Object.keys(value)) sum += key.length + 4 + sizeOf(value[key] ?? null);
  return sum;
}
