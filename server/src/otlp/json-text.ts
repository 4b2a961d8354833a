// Messages, tool calls and token details arrive as JSON in a string attribute, or as a structure. Here both
// become structures.
import type { Json } from '#records';

/** Deeper values could overflow the stack of a later JSON.stringify. No real message is that deep. */
const MAX_DEPTH = 64;

/**
 * Parses a text that holds a JSON object or array. Returns anything else, and too deep a structure,
 * unchanged.
 */
export function parsed(value: Json): Json {
  if (typeof value !== 'string') return value;
  const first = value.charCodeAt(0);
  // `[` or `{`; no client sends white space before it.
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
