// Reads one record of a large body: as a whole, in pieces, or with its large members unread, for a thread that
// must not be kept.
import { firstSolid, jsonChildren } from './json-pieces.ts';
import { parseInPieces } from './large-json.ts';
import { parseLenientJson, type JsonFault, type JsonResult } from './safe-json.ts';
import type { Pace } from './yield-to-event-loop.ts';

/** A value of up to this size is parsed in one go, which takes some milliseconds. */
export const WHOLE_JSON_BYTES = 512 * 1_024;
/** The depth to which the members of nested objects are read separately. */
const MAX_LEVELS = 6;
const MAX_MEMBERS = 2_000;
const MAX_DEPTH = 64;

const QUOTE = 0x22;

/** The text of a large value that has not been read. It has no members of its own. */
export class UnreadJson {
  readonly #text: Buffer;

  constructor(text: Buffer) {
    this.#text = text;
  }

  get text(): Buffer {
    return this.#text;
  }

  /** Says enough to tell two of them apart. `unreadJsonBytes` writes the value. */
  toJSON(): string {
    const { length } = this.#text;
    return `${length} ${this.#text.toString('latin1', 0, 256)} ${this.#text.toString('latin1', length - 256)}`;
  }
}

/** If a key occurs twice, its last value counts. */
export async function readJsonRecord(text: Buffer, pace: Pace): Promise<JsonResult> {
  if (text.length <= WHOLE_JSON_BYTES) return parseLenientJson(text, MAX_DEPTH);
  const read = await parseInPieces(text, pace, { isLenient: true });
  if (read.ok) return read;
  const { reason, message } = read.fault;
  return refuse(reason === 'too_deep' || reason === 'forbidden_key' ? reason : 'invalid_json', message);
}

/** A body of this size may become so many objects that those of its records are not made here. */
const WARY_BYTES = 1_048_576;
/** Fewer bytes for each object or list, which takes 50 of memory. Those of clients have more. */
const DENSE_BYTES = 8;

const OPEN_ARRAY = 0x5b;
const OPEN_OBJECT = 0x7b;

interface RecordPlace {
  /** The size of the body that the record is in. */
  bodyBytes: number;
  /** The text is a member of a record. */
  isMember?: boolean;
}

/** The same, but lists and texts that are large stay unread, and all lists of a record that consists of small ones. */
export const readJsonAround = async (
  text: Buffer,
  pace: Pace,
  { bodyBytes, isMember = false }: RecordPlace,
): Promise<JsonResult> => {
  const isWary = bodyBytes > WARY_BYTES && (await isDense(text, pace));
  return readLevel(text, pace, isMember ? 1 : 0, isWary);
};

const SLICE_BYTES = 64 * 1_024;

async function isDense(text: Buffer, pace: Pace): Promise<boolean> {
  let count = 0;
  for (let from = 0; from < text.length; from += SLICE_BYTES) {
    if (pace.isDue) await pace.rest();
    count += opened(text, from, Math.min(text.length, from + SLICE_BYTES));
  }
  return count * DENSE_BYTES > text.length;
}

function opened(text: Buffer, from: number, end: number): number {
  let count = 0;
  for (let at = from; at < end; at += 1) {
    const byte = text[at];
    if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) count += 1;
  }
  return count;
}

async function readLevel(text: Buffer, pace: Pace, level: number, isWary: boolean): Promise<JsonResult> {
  const first = text[firstSolid(text, 0)];
  const isContainer = first === OPEN_ARRAY || first === OPEN_OBJECT;
  if (text.length <= WHOLE_JSON_BYTES && !(isWary && isContainer))
    return parseLenientJson(text, MAX_DEPTH - level);
  if (first === QUOTE) return { ok: true, value: new UnreadJson(text) };
  const split = await jsonChildren(text, pace, MAX_MEMBERS);
  if (split === null) return refuse('invalid_json', 'The record is not valid JSON.');
  if (split.kind === 'list' || level >= MAX_LEVELS || split.count > MAX_MEMBERS)
    return { ok: true, value: new UnreadJson(text) };
  const record: Record<string, unknown> = {};
  for (const { key, text: member } of split.children) {
    if (pace.isDue) await pace.rest();
    if (key === '__proto__') return refuse('forbidden_key', 'The key "__proto__" is not allowed.');
    const read = await readLevel(member, pace, level + 1, isWary);
    if (!read.ok) return read;
    record[key] = read.value;
  }
  return { ok: true, value: record };
}

/** Lists are read as a whole or not at all. */
export function hasUnreadJson(value: unknown, levels = MAX_LEVELS): boolean {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  if (value instanceof UnreadJson) return true;
  return levels > 0 && Object.values(value).some((member) => hasUnreadJson(member, levels - 1));
}

/** The JSON of a value that may have unread members, as they were. */
export function unreadJsonBytes(value: unknown): Buffer {
  const unread: Buffer[] = [];
  // A mark that no text of the value has.
  const mark = `unread-${crypto.randomUUID()}`;
  const around = JSON.stringify(value, function (this: Record<string, unknown>, key, member: unknown) {
    const own = this[key];
    return own instanceof UnreadJson ? (unread.push(own.text), mark) : member;
  });
  const [first = '', ...others] = around.split(`"${mark}"`);
  return Buffer.concat([
    Buffer.from(first),
    ...others.flatMap((part, at) => [unread[at] ?? Buffer.alloc(0), Buffer.from(part)]),
  ]);
}

const refuse = (reason: JsonFault['reason'], message: string): JsonResult => ({
  ok: false,
  fault: { reason, message },
});
