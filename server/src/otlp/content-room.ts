// Keeps the content of a call whole, up to the operator's limit. Beyond it the newest messages stay whole, and
// a note at the head of their list says what was left out. Nothing is cut in the middle of a message.
import { isObject } from '#lib/is-object';
import type { Json, JsonObject } from '#records';
import { sizeOf } from './bounds.ts';

/** Of one call, unless the operator sets another limit. */
export const CONTENT_LIMIT = 16 * 1_048_576;

/** More than the text of a note. */
const NOTE_BYTES = 128;

export class ContentRoom {
  /** Members of which something was left out. */
  readonly omitted: string[] = [];
  #left: number;

  constructor(limit: number) {
    this.#left = limit;
  }

  /** In bytes of JSON, about. */
  get left(): number {
    return this.#left;
  }

  take(name: string, value: Json | undefined): Json | undefined {
    if (value === undefined) return undefined;
    const bytes = sizeOf(value);
    if (bytes <= this.#left) {
      this.#left -= bytes;
      return value;
    }
    this.omitted.push(name);
    const count = Array.isArray(value) ? value.length : 1;
    const kept = newestPart(value, this.#left) ?? [omission(count, bytes)];
    this.#left = Math.max(0, this.#left - sizeOf(kept));
    return kept;
  }
}

const omission = (messages: number, bytes: number): JsonObject => ({ type: 'omitted', messages, bytes });

/** A value that stands for one that was left out. */
export const omittedValue = (value: Json): JsonObject => omission(1, sizeOf(value));

/** The newest items of the list in the value; null if nothing of it fits. */
function newestPart(value: Json, room: number): Json | null {
  if (Array.isArray(value)) return newestItems(value, room);
  return isObject(value) ? withNewestItems(value, room) : null;
}

function newestItems(list: readonly Json[], room: number): Json[] | null {
  // LangChain has the messages of one prompt in a list of prompts.
  const [only] = list;
  if (list.length === 1 && Array.isArray(only)) {
    const inner = newestItems(only, room - 2);
    return inner && [inner];
  }
  const sizes = list.map(sizeOf);
  let left = room - NOTE_BYTES;
  let from = list.length;
  while (from > 0 && (sizes[from - 1] ?? 0) < left) {
    from -= 1;
    left -= (sizes[from] ?? 0) + 1;
  }
  if (from === list.length) return null;
  const bytes = sizes.slice(0, from).reduce((sum, size) => sum + size + 1, 0);
  return [omission(from, bytes), ...list.slice(from)];
}

/** An object around the messages, such as a request, stays whole but for its largest list. */
function withNewestItems(value: JsonObject, room: number): JsonObject | null {
  const members = Object.entries(value).map(([key, member]) => ({ key, member, size: sizeOf(member) }));
  const [largest, ...others] = members.toSorted((one, other) => other.size - one.size);
  if (!largest || typeof largest.member !== 'object' || largest.member === null) return null;
  const rest = others.reduce((sum, { key, size }) => sum + key.length + size + 4, largest.key.length + 6);
  const kept = newestPart(largest.member, room - rest);
  if (kept === null) return null;
  return Object.fromEntries(members.map(({ key, member }) => [key, key === largest.key ? kept : member]));
}
