// Where the buckets of a histogram begin. A call belongs to the last bucket that begins at or below its
// value. However an edge is rounded, each call is therefore in exactly one bucket, the one that the printed
// edges name.

export const SCALES = ['linear', 'log'] as const;
export type Scale = (typeof SCALES)[number];

export interface BucketSpan {
  min: number;
  /** The lowest value above zero. It is not used if all values are zero. */
  minPositive: number;
  max: number;
}

/**
 * The starts of at most `buckets` buckets from `min` to `max`, ascending, the first at `min`. There are fewer
 * if all values are equal, or so close that no number lies between. On the log scale, zeros go into the first
 * bucket, with the lowest value above zero.
 */
export function bucketStarts({ min, minPositive, max }: BucketSpan, buckets: number, scale: Scale): number[] {
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
