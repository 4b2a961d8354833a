// Deterministic random numbers (Mulberry32).

export interface Random {
  /** From 0 inclusive to 1 exclusive. */
  uniform(): number;
  between(low: number, high: number): number;
  /** Both ends inclusive. */
  whole(low: number, high: number): number;
  chance(share: number): boolean;
  /** Around a median, sometimes far above it. */
  skewed(median: number, sigma: number): number;
  one<T>(of: readonly [T, ...T[]]): T;
  hex(digits: number): string;
}

export function randomOf(seed: number): Random {
  let state = seed >>> 0;
  const uniform = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const normal = (): number => Math.sqrt(-2 * Math.log(1 - uniform())) * Math.cos(2 * Math.PI * uniform());
  const whole = (low: number, high: number): number => low + Math.floor((high - low + 1) * uniform());
  return {
    uniform,
    between: (low, high) => low + (high - low) * uniform(),
    whole,
    chance: (share) => uniform() < share,
    skewed: (median, sigma) => median * Math.exp(sigma * normal()),
    one: (of) => of[whole(0, of.length - 1)] ?? of[0],
    hex: (digits) => Array.from({ length: digits }, () => whole(0, 15).toString(16)).join(''),
  };
}
