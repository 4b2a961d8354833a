// Reads JSON that may be large. It pauses for the event loop, and splits an object or list into its children,
// so that one invalid child does not lose the others.
import { parseJson } from './safe-json.ts';
import type { Pace } from './yield-to-event-loop.ts';

/** The number of bytes to scan between two checks of the clock. */
const SLICE_BYTES = 32 * 1_024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const BYTE_ORDER_MARK = Buffer.from([0xef, 0xbb, 0xbf]);

interface JsonChild {
  /** Empty in a list. */
  key: string;
  text: Buffer;
}

export interface JsonChildren {
  kind: 'object' | 'list';
  /** The first `most` children. */
  children: JsonChild[];
  count: number;
}

/**
 * The children of an object or list as unparsed text. Null if the text is neither, or its brackets do not
 * match.
 */
export async function jsonChildren(text: Buffer, pace: Pace, most: number): Promise<JsonChildren | null> {
  const children: JsonChild[] = [];
  let isBroken = false;
  const scan = new ChildScan(text, (from, colon, end) => {
    if (children.length >= most) return;
    if (scan.kind === 'list') {
      children.push({ key: '', text: text.subarray(from, end) });
      return;
    }
    const key = jsonKey(text, from, colon);
    if (key === null) isBroken = true;
    else children.push({ key, text: text.subarray(colon + 1, end) });
  });
  await scan.all(pace);
  return scan.isWhole && !isBroken ? { kind: scan.kind, children, count: scan.count } : null;
}

/** Null if there is no valid key before the colon. */
export function jsonKey(text: Buffer, from: number, colon: number): string | null {
  const key = parseJson(text.subarray(from, Math.max(from, colon)));
  return key.ok && typeof key.value === 'string' ? key.value : null;
}

/** Finds the children of an object or list, without a look into them. */
export class ChildScan {
  readonly #text: Buffer;
  readonly #take: (from: number, colon: number, end: number) => void;
  readonly kind: JsonChildren['kind'];
  /** Whether the text is one object or list, as far as its outermost brackets say. */
  isWhole = false;
  count = 0;
  /** The most brackets that are open at a place. */
  deepest = 1;
  #isOpen: boolean;
  #at: number;
  #depth = 1;
  #inString = false;
  /** The start of the current child, and the position of the colon after its key. */
  #from: number;
  #colon = -1;

  /** `take` gets the positions of each child and of the colon after its key, which a list does not have. */
  constructor(text: Buffer, take: (from: number, colon: number, end: number) => void) {
    const at = firstSolid(text, text.subarray(0, 3).equals(BYTE_ORDER_MARK) ? 3 : 0);
    this.#text = text;
    this.#take = take;
    this.kind = text[at] === OPEN_OBJECT ? 'object' : 'list';
    this.#isOpen = text[at] === OPEN_OBJECT || text[at] === OPEN_ARRAY;
    this.#at = at + 1;
    this.#from = at + 1;
  }

  async all(pace: Pace): Promise<void> {
    while (this.#isOpen) {
      this.#run(SLICE_BYTES);
      if (this.#isOpen && pace.isDue) await pace.rest();
    }
  }

  #run(bytes: number): void {
    const text = this.#text;
    const end = Math.min(text.length, this.#at + bytes);
    let at = this.#at;
    let depth = this.#depth;
    let inString = this.#inString;
    while (at < end) {
      const byte = text[at];
      if (byte === BACKSLASH && inString) at += 1;
      else if (byte === QUOTE) inString = !inString;
      else if (!inString) {
        if (byte === OPEN_OBJECT || byte === OPEN_ARRAY) {
          depth += 1;
          if (depth > this.deepest) this.deepest = depth;
        } else if (byte === CLOSE_OBJECT || byte === CLOSE_ARRAY) {
          depth -= 1;
          if (depth === 0) return this.#close(at, byte);
        } else if (depth === 1) {
          if (byte === COMMA) this.#add(at);
          else if (byte === COLON && this.#colon < 0) this.#colon = at;
        }
      }
      at += 1;
    }
    this.#at = at;
    this.#depth = depth;
    this.#inString = inString;
    this.#isOpen &&= at < text.length;
  }

  #close(at: number, byte: number): void {
    const text = this.#text;
    const isEmpty = this.count === 0 && firstSolid(text, this.#from) === at;
    if (!isEmpty) this.#add(at);
    this.#isOpen = false;
    this.isWhole =
      byte === (this.kind === 'object' ? CLOSE_OBJECT : CLOSE_ARRAY) &&
      firstSolid(text, at + 1) === text.length;
  }

  #add(end: number): void {
    const [from, colon] = [this.#from, this.#colon];
    this.#from = end + 1;
    this.#colon = -1;
    this.count += 1;
    this.#take(from, colon, end);
  }
}

/** The index of the first non-blank byte, or the length of the text if there is none. */
export function firstSolid(text: Buffer, from: number): number {
  let at = from;
  while (at < text.length && (text[at] ?? 0) <= 0x20) at += 1;
  return at;
}

/** `\u0041` */
const LONGEST_ESCAPE = 6;

const QUOTATION = Buffer.from('"');

/** The content of a JSON string of any size, in UTF-8. Null if the text is no valid string. */
export async function jsonStringBytes(text: Buffer, pace: Pace): Promise<Buffer | null> {
  const start = firstSolid(text, 0);
  let end = text.length - 1;
  while (end > start && (text[end] ?? 0) <= 0x20) end -= 1;
  if (end <= start || text[start] !== QUOTE || text[end] !== QUOTE) return null;
  const pieces: Buffer[] = [];
  for (let from = start + 1; from < end;) {
    if (pace.isDue) await pace.rest();
    const to = endOfPiece(text, from, end);
    const read = parseJson(Buffer.concat([QUOTATION, text.subarray(from, to), QUOTATION]));
    if (!read.ok || typeof read.value !== 'string') return null;
    pieces.push(Buffer.from(read.value));
    from = to;
  }
  return Buffer.concat(pieces);
}

const LETTER_U = 0x75;
const HIGH_SURROGATE = /^\\ud[89ab]/i;

/** A piece never ends within an escape, a pair of surrogates or a character. */
function endOfPiece(text: Buffer, from: number, end: number): number {
  const least = Math.min(end, from + SLICE_BYTES);
  let at = from;
  let isInPair = false;
  while (at < end && (at < least || isInPair || isInsideCharacter(text[at]))) {
    isInPair = false;
    if (text[at] !== BACKSLASH) at += 1;
    else if (text[at + 1] !== LETTER_U) at += 2;
    else {
      isInPair = HIGH_SURROGATE.test(text.toString('latin1', at, at + LONGEST_ESCAPE));
      at += LONGEST_ESCAPE;
    }
  }
  return Math.min(at, end);
}

/** Bytes of UTF-8 after the first of a character. */
const isInsideCharacter = (byte = 0): boolean => (byte & 0xc0) === 0x80;
