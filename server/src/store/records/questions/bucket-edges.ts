// Where the buckets of a histogram begin. A call belongs to the last bucket that begins at or below its value, so whatever rounding
// does to an edge, each call is in one bucket, and in the one that its printed edges say.

export const SCALES = ['linear', 'log'] as const;
export type Scale = (typeof SCALES)[number];

export interface Span {
  min: number;
  /** The lowest above zero; `max` of zeros alone does not matter. */
  minPositive: number;
  max: number;
}

/**
 * The starts of at most `buckets` buckets from `min` to `max`, rising, the first at `min`. Fewer where there is no room: all values
 * alike, or so close that no number lies between. On the log scale zeros go into the first bucket, with the lowest above zero.
 */
export function bucketStarts({ min, minPositive, max }: Span, buckets: number, scale: Scale): number[] {
  const starts = [min];
  let last = scale === 'log' ? Math.max(min, minPositive) : min;
  for (let at = 1; at < buckets; at += 1) {
    const share = at / buckets;
    const edge =
      scale === 'log'
        ? Math.exp(Math.log(minPositive) * (1 - share) + Math.log(max) * share)
        : min * (1 - share) + max * share;
    if (edge > last && edge < max) {
      starts.push(edge);
      last = edge;
    }
  }
  return starts;
}
