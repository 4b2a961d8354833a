/** Doubles from `firstMs` to `capMs`, with a spread of ±20 % so that many waiters do not return together. */
export function backoffMs(
  attempt: number,
  firstMs: number,
  capMs: number,
  random: () => number = Math.random,
): number {
  const base = Math.min(capMs, firstMs * 2 ** Math.max(0, attempt - 1));
  return Math.round(base * (0.8 + 0.4 * random()));
}
