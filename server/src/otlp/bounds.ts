// Size limits of what is kept of a span: names and ids are cut. Content is kept whole (content-room.ts), and so
// are attributes, as many as fit.
import type { Json, JsonObject } from '#records';
import { bareObject } from './bare-object.ts';

export const MAX_NAME = 512;
export const MAX_MODEL = 128;
export const MAX_ID_TEXT = 256;
export const MAX_ERROR = 1_000;
export const MAX_STACK = 8_000;

const MAX_ATTRIBUTES = 256;

export const cutText = (text: string, limit: number): string =>
  text.length <= limit ? text : text.slice(0, limit);

/** Keeps attributes whole, up to a number and a total size; `dropped` counts the rest. */
export class BoundedAttributes {
  readonly kept: JsonObject = bareObject();
  dropped = 0;
  #count = 0;
  #left: number;

  constructor(bytes: number) {
    this.#left = bytes;
  }

  get left(): number {
    return this.#left;
  }

  add(key: string, value: Json): void {
    const bytes = key.length + sizeOf(value);
    if (this.#count >= MAX_ATTRIBUTES || bytes > this.#left) {
      this.dropped += 1;
      return;
    }
    this.#left -= bytes;
    this.#count += 1;
    this.kept[key] = value;
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
