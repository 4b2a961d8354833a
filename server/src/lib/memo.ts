const MEMO_SIZE = 2_000;
/** Longer texts are cut. */
export const LONGEST_MEMO = 256;

/** Caches results by text. The texts are untrusted, so their length and number are limited. */
export function memo<T>(work: (text: string) => T): (text: string) => T {
  const known = new Map<string, T>();
  return (text) => {
    if (known.has(text)) return known.get(text) as T;
    if (text.length > LONGEST_MEMO) return work(text.slice(0, LONGEST_MEMO));
    if (known.size >= MEMO_SIZE) known.clear();
    const result = work(text);
    known.set(text, result);
    return result;
  };
}
