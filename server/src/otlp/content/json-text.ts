// Messages, tool calls and token details come as JSON inside a string attribute, or as a structure. Here both are structures.
import type { Json } from '#records';

/** Deeper than this a later JSON.stringify of a stranger's value could run out of stack; no message is that deep. */
const MAX_DEPTH = 64;

/** The structure that a text is, or the text itself when it is none (or one too deep). */
export function parsed(value: Json): Json {
  if (typeof value !== 'string') return value;
  const first = value.charCodeAt(0);
  // `[` or `{`; white space in front is what no client sends.
  if (first !== 0x5b && first !== 0x7b) return value;
  try {
    const structure = JSON.parse(value) as Json;
    return isShallow(structure, MAX_DEPTH) ? structure : value;
  } catch {
    return value;
  }
}

function isShallow(value: Json, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return true;
  if (depth === 0) return false;
  for (const item of Array.isArray(value) ? value : Object.values(value)) {
    if (typeof item === 'object' && item !== null && !isShallow(item, depth - 1)) return false;
  }
  return true;
}

export function isObject(value: Json | undefined): value is { [key: string]: Json } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
