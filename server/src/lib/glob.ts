// Matches patterns that people write against names that clients send. Simple patterns take one comparison.
// All others read the text once, with the states of the pattern as bits, so that no pattern is slow.

/** Takes text in lower case (`lowerAscii`). */
export type Glob = (lowered: string) => boolean;

/** Only the letters A to Z, like `lower()` of the database engines. */
export const lowerAscii = (text: string): string =>
  /[A-Z]/.test(text) ? text.replaceAll(/[A-Z]+/g, (part) => part.toLowerCase()) : text;

const REMEMBERED = 1_000;
const compiled = new Map<string, Glob>();

/** For patterns from a table or a setting. A limited number of compiled patterns is cached. */
export function matchesGlob(pattern: string, text: string): boolean {
  if (compiled.size > REMEMBERED) compiled.clear();
  return compiled.getOrInsertComputed(pattern, compileGlob)(lowerAscii(text));
}

/** `*` matches any text, `?` any one character, and anything else itself, in upper or lower case. */
export function compileGlob(pattern: string): Glob {
  const wanted = lowerAscii(pattern).replaceAll(/\*+/g, '*');
  const first = wanted.search(/[*?]/);
  if (first === -1) return (text) => text === wanted;
  const last = Math.max(wanted.lastIndexOf('*'), wanted.lastIndexOf('?'));
  const head = wanted.slice(0, first);
  const tail = wanted.slice(last + 1);
  // Most names already differ at the beginning or the end.
  const couldMatch: Glob = (text) => text.startsWith(head) && text.endsWith(tail);
  if (first === last && wanted[first] === '*')
    return (text) => text.length >= head.length + tail.length && couldMatch(text);
  const inner = wanted.slice(1, -1);
  if (wanted === `*${inner}*` && !/[*?]/.test(inner)) return (text) => text.includes(inner);
  const matches = byStates(wanted);
  return (text) => couldMatch(text) && matches(text);
}

const BITS = 32;

function byStates(pattern: string): Glob {
  const tokens: string[] = [];
  const stars: number[] = [];
  for (const character of pattern) {
    if (character === '*') stars.push(tokens.length);
    else tokens.push(character);
  }
  const words = Math.ceil((tokens.length + 1) / BITS);
  const bits = (places: readonly number[]): Uint32Array => {
    const set = new Uint32Array(words);
    for (const place of places) set[place >>> 5] = (set[place >>> 5] ?? 0) | (1 << (place & 31));
    return set;
  };
  const placesOf = (character: string): number[] =>
    tokens.flatMap((token, at) => (token === character || token === '?' ? [at] : []));
  const moves = new Map(tokens.map((token) => [token, bits(placesOf(token))]));
  const otherwise = bits(placesOf('?'));
  const stays = bits(stars);
  const last = tokens.length;
  return (text) => {
    // Bit n is set if the text read so far matches the first n tokens.
    const states = bits([0]);
    for (const character of text) {
      const move = moves.get(character) ?? otherwise;
      let carry = 0;
      let any = 0;
      for (let word = 0; word < words; word += 1) {
        const state = states[word] ?? 0;
        const moved = state & (move[word] ?? 0);
        const next = (moved << 1) | carry | (state & (stays[word] ?? 0));
        carry = moved >>> 31;
        states[word] = next;
        any |= next;
      }
      if (any === 0) return false;
    }
    return ((states[last >>> 5] ?? 0) & (1 << (last & 31))) !== 0;
  };
}
