// Parses untrusted JSON. One pass over the text rejects what JSON.parse would silently accept: deep nesting,
// duplicate keys, and `__proto__`.

export interface JsonFault {
  reason: 'invalid_json' | 'invalid_utf8' | 'too_deep' | 'duplicate_key' | 'forbidden_key';
  message: string;
}

export interface BodyFault {
  reason: JsonFault['reason'] | 'too_many_members';
  message: string;
}

type ParseResult<Fault> = { ok: true; value: unknown } | { ok: false; fault: Fault };
export type JsonResult = ParseResult<JsonFault>;

// Drops a byte order mark, which some Windows tools send.
const decoder = new TextDecoder('utf-8', { fatal: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;
const FEW_KEYS = 16;

/** Limit per object of a body. A schema checks every name, which takes long for huge objects. */
export const MAX_MEMBERS = 5_000;
export const MAX_LEVELS = 64;

export const parseJson = (bytes: Uint8Array, maxDepth = MAX_LEVELS): JsonResult =>
  parsed(bytes, maxDepth, Infinity) as JsonResult;

/** For the body of a request, or a part of one: no object may be huge. */
export const parseBody = (bytes: Uint8Array, maxDepth = MAX_LEVELS): ParseResult<BodyFault> =>
  parsed(bytes, maxDepth, MAX_MEMBERS);

function parsed(bytes: Uint8Array, maxDepth: number, maxMembers: number): ParseResult<BodyFault> {
  const text = textOf(bytes);
  if (text === null) return refuse('invalid_utf8', NOT_UTF8);
  const fault = scan(text, maxDepth, maxMembers);
  return fault ? { ok: false, fault } : parsedText(text);
}

/** The same, but if a key is given twice, its last value counts. It needs no pass over the text. */
export function parseLenientJson(bytes: Uint8Array, maxDepth = MAX_LEVELS): JsonResult {
  const text = textOf(bytes);
  if (text === null) return refuse('invalid_utf8', NOT_UTF8);
  const read = parsedText(text);
  const fault = read.ok ? faultIn(read.value, maxDepth, maxDepth) : null;
  return fault ? { ok: false, fault } : read;
}

/** Whether a parsed value is within the limits of `parseJson`, except for keys that are given twice. */
export const isSafeJson = (value: unknown, maxDepth = MAX_LEVELS): boolean =>
  faultIn(value, maxDepth, maxDepth) === null;

const NOT_UTF8 = 'The body is not valid UTF-8.';

function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

function parsedText(text: string): JsonResult {
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return refuse('invalid_json', 'The body is not valid JSON.');
  }
}

function faultIn(value: unknown, levels: number, maxDepth: number): JsonFault | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return tooDeep(maxDepth);
  if (Array.isArray(value)) {
    for (const item of value as unknown[]) {
      const fault = faultIn(item, levels - 1, maxDepth);
      if (fault) return fault;
    }
    return null;
  }
  for (const key in value) {
    const fault =
      key === '__proto__'
        ? FORBIDDEN_KEY
        : faultIn((value as Record<string, unknown>)[key], levels - 1, maxDepth);
    if (fault) return fault;
  }
  return null;
}

export const tooDeep = (maxDepth: number): JsonFault => ({
  reason: 'too_deep',
  message: `The body is nested deeper than ${maxDepth} levels.`,
});

export const tooManyMembers = (maxMembers: number): BodyFault => ({
  reason: 'too_many_members',
  message: `An object must have at most ${maxMembers} members.`,
});

export const FORBIDDEN_KEY: JsonFault = {
  reason: 'forbidden_key',
  message: 'The key "__proto__" is not allowed.',
};

const refuse = (reason: JsonFault['reason'], message: string): JsonResult => ({
  ok: false,
  fault: { reason, message },
});

/** The keys of one object: a list while it is short, a set beyond that. */
class Keys {
  #few: string[] = [];
  #many: Set<string> | null = null;

  get count(): number {
    return this.#many?.size ?? this.#few.length;
  }

  /** False if the key exists already. */
  add(key: string): boolean {
    if (this.#many) return this.#many.size < this.#many.add(key).size;
    if (this.#few.includes(key)) return false;
    this.#few.push(key);
    if (this.#few.length > FEW_KEYS) this.#many = new Set(this.#few);
    return true;
  }
}

/** Follows only strings and brackets; JSON.parse checks the rest. */
function scan(text: string, maxDepth: number, maxMembers: number): BodyFault | null {
  const stack: (Keys | null)[] = [];
  let keys: Keys | null = null;
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at + 1);
      if (end < 0) return null;
      if (keys && nextSolid(text, end + 1) === COLON) {
        const fault = checkKey(text.slice(at + 1, end), keys);
        if (fault) return fault;
        if (keys.count > maxMembers) return tooManyMembers(maxMembers);
      }
      at = end;
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (stack.length >= maxDepth) return tooDeep(maxDepth);
      keys = char === OPEN_OBJECT ? new Keys() : null;
      stack.push(keys);
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      stack.pop();
      keys = stack.at(-1) ?? null;
    }
  }
  return null;
}

/** A quote ends the string unless an odd number of backslashes precedes it. */
function endOfString(text: string, from: number): number {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at;
    while (before > from && text.charCodeAt(before - 1) === BACKSLASH) before -= 1;
    if ((at - before) % 2 === 0) return at;
  }
  return -1;
}

function nextSolid(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at < text.length ? text.charCodeAt(at) : 0;
}

function checkKey(raw: string, keys: Keys): JsonFault | null {
  const key = raw.includes('\\') ? unescaped(raw) : raw;
  if (key === '__proto__') return FORBIDDEN_KEY;
  return keys.add(key) ? null : duplicateKey(key);
}

export const duplicateKey = (key: string): JsonFault => ({
  reason: 'duplicate_key',
  message: `The key ${JSON.stringify(key.slice(0, 80))} is given twice in one object.`,
});

function unescaped(raw: string): string {
  try {
    return JSON.parse(`"${raw}"`) as string;
  } catch {
    return raw;
  }
}
