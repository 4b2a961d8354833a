// JSON from strangers. One pass over the text before parsing refuses what JSON.parse would let through
// quietly: nesting that later code would recurse into, a key given twice, and `__proto__`.

export type JsonFault = {
  reason: 'invalid_json' | 'invalid_utf8' | 'too_deep' | 'duplicate_key' | 'forbidden_key';
  message: string;
};

export type JsonResult = { ok: true; value: unknown } | { ok: false; fault: JsonFault };

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const OPEN_ARRAY = 0x5b;
const CLOSE_ARRAY = 0x5d;
const COLON = 0x3a;

export function parseJson(bytes: Uint8Array, maxDepth = 64): JsonResult {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch {
    return refuse('invalid_utf8', 'The body is not valid UTF-8.');
  }
  const fault = scan(text, maxDepth);
  if (fault) return { ok: false, fault };
  try {
    return { ok: true, value: JSON.parse(text) as unknown };
  } catch {
    return refuse('invalid_json', 'The body is not valid JSON.');
  }
}

const refuse = (reason: JsonFault['reason'], message: string): JsonResult => ({
  ok: false,
  fault: { reason, message },
});

/** Follows strings and brackets only; whether the rest is JSON is for JSON.parse to say. */
function scan(text: string, maxDepth: number): JsonFault | null {
  const stack: (Set<string> | null)[] = [];
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) {
      const end = endOfString(text, at + 1);
      if (end < 0) return null;
      const keys = stack.at(-1);
      if (keys && nextSolid(text, end + 1) === COLON) {
        const fault = checkKey(text.slice(at, end + 1), keys);
        if (fault) return fault;
      }
      at = end;
    } else if (char === OPEN_OBJECT || char === OPEN_ARRAY) {
      if (stack.length >= maxDepth) {
        return { reason: 'too_deep', message: `The body is nested deeper than ${maxDepth} levels.` };
      }
      stack.push(char === OPEN_OBJECT ? new Set() : null);
    } else if (char === CLOSE_OBJECT || char === CLOSE_ARRAY) {
      stack.pop();
    }
  }
  return null;
}

function endOfString(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === QUOTE) return at;
    if (char === BACKSLASH) at += 1;
  }
  return -1;
}

function nextSolid(text: string, from: number): number {
  let at = from;
  while (at < text.length && text.charCodeAt(at) <= 0x20) at += 1;
  return at < text.length ? text.charCodeAt(at) : 0;
}

function checkKey(quoted: string, keys: Set<string>): JsonFault | null {
  const key = quoted.includes('\\') ? unescaped(quoted) : quoted.slice(1, -1);
  if (key === '__proto__') return { reason: 'forbidden_key', message: 'The key "__proto__" is not allowed.' };
  if (keys.has(key)) {
    return {
      reason: 'duplicate_key',
      message: `The key ${JSON.stringify(key.slice(0, 80))} is given twice in one object.`,
    };
  }
  keys.add(key);
  return null;
}

function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string;
  } catch {
    return quoted;
  }
}
