// Made-up text and numbers for request bodies, the same in every run.

export const PER_BODY = 100;

/** Placeholder for a fresh number: 12 hex digits in JSON, 6 bytes in protobuf. */
export const MARK = 'facade0ddba1';

/** Placeholder for a time shortly before the request. */
export const TIME_MARK = '2000-01-01T00:00:00.000Z';

/** Where a placeholder occurs. */
export function placesOf(bytes: Buffer, mark: string | Buffer): number[] {
  const places: number[] = [];
  for (let at = bytes.indexOf(mark); at !== -1; at = bytes.indexOf(mark, at + mark.length)) places.push(at);
  return places;
}

/** The same numbers every time. */
export function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const hex = (r: () => number, digits: number): string => {
  let text = '';
  while (text.length < digits)
    text += Math.floor(r() * 2 ** 32)
      .toString(16)
      .padStart(8, '0');
  return text.slice(0, digits);
};

const SYLLABLES =
  'ba co de fi gu ha in jo ka le mi no or pa qu re si to un ve wa ex yo za st er ing al'.split(' ');
const VOCABULARY = 3_000;

/**
 * Text like that of people and models: a few words are frequent, many are rare, with some numbers, commas and
 * full stops.
 */
export const prose = (r: () => number, chars: number): string => {
  let text = '';
  while (text.length < chars) {
    const rank = Math.floor(VOCABULARY ** r());
    let word = '';
    for (let left = rank + 40; left > 0; left = Math.floor(left / SYLLABLES.length)) {
      word += SYLLABLES[left % SYLLABLES.length];
    }
    const dice = r();
    text += dice < 0.02 ? `${Math.floor(r() * 2_000)} ` : word;
    text += dice > 0.92 ? '. ' : dice > 0.85 ? ', ' : ' ';
  }
  return text.slice(0, chars);
};
