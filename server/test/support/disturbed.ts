// Bodies of real requests with odd changes; the same seed gives the same ones.
import { define, ODD_NUMBERS, type Chance } from './schema-fuzz.ts';

const ODD: readonly unknown[] = [
  null,
  true,
  '',
  'x',
  ' ',
  '\u0000',
  '🙂'.repeat(40),
  '\ud800',
  '__proto__',
  ...ODD_NUMBERS,
  '9223372036854775807',
  '-1',
  'NaN',
  'Infinity',
  [],
  [[]],
  {},
  { a: { b: { c: [1, [2, [3]]] } } },
  'x'.repeat(3_000),
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '2026-13-01T00:00:00Z',
  '0000000000000000',
  'ffffffffffffffffffffffffffffffff',
];

/** Changes, drops, duplicates or replaces one to three places of a JSON value. */
export function disturb(r: Chance, value: unknown): unknown {
  const copy = structuredClone(value);
  for (let times = 1 + r.below(3); times > 0; times -= 1) {
    let place = copy as Record<string, unknown>;
    for (let depth = r.below(9); depth > 0; depth -= 1) {
      const inner = Object.values(place).filter((part) => typeof part === 'object' && part !== null);
      if (inner.length === 0) break;
      place = r.pick(inner) as Record<string, unknown>;
    }
    const keys = Object.keys(place);
    const key = keys.length > 0 ? r.pick(keys) : 'new';
    const how = r.below(4);
    if (how === 0) delete place[key];
    // An index of 1e9 would create an array of that length.
    else if (how === 1 && !Array.isArray(place))
      define(place, String(r.pick(ODD)), structuredClone(place[key]));
    else if (how === 2 && Array.isArray(place)) place.push(structuredClone(place[Number(key)] ?? null));
    else define(place, key, structuredClone(r.pick(ODD)));
  }
  return copy;
}

/** Flips, removes, inserts or truncates bytes. */
export function scratch(r: Chance, bytes: Buffer): Buffer {
  if (bytes.length === 0) return bytes;
  const copy = Buffer.from(bytes);
  const how = r.below(4);
  if (how === 0) return copy.subarray(0, r.below(copy.length));
  if (how === 1)
    return Buffer.concat([copy.subarray(0, r.below(copy.length)), copy.subarray(r.below(copy.length))]);
  for (let times = 1 + r.below(8); times > 0; times -= 1) copy[r.below(copy.length)] = r.below(256);
  return copy;
}
