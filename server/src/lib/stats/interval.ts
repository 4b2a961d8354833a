export interface Interval {
  low: number;
  high: number;
}

/** The level of every interval and test here. */
export const CONFIDENCE = 0.95;
export const ALPHA = 0.05;

export const clamp = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/**
 * The largest share of a population that n draws could all have missed at this confidence; for small shares
 * the well-known 3.7 / n. It replaces the standard error if a sample has no variance.
 */
export const unseenShare = (n: number, confidence = CONFIDENCE): number =>
  n <= 0 ? 1 : 1 - ((1 - confidence) / 2) ** (1 / n);
