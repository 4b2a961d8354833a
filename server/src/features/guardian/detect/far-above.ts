// The limit above which a value stands out from values spread over orders of magnitude, such as costs and
// sizes. It uses logarithms, the median and the spread above the median.

/** The 95th percentile of a normal distribution, in standard deviations. */
const Z95 = 1.645;
/** Values that hardly differ count as if they differed by a third. */
const LEAST_SPREAD = 0.3;
const LEAST_FACTOR = 2.5;

export function farAbove(q50: number, q95: number, deviations: number): number {
  if (q50 <= 0) return LEAST_FACTOR * 2 * Math.max(0, q95);
  const spread = Math.max(LEAST_SPREAD, Math.log(Math.max(q95, q50) / q50) / Z95);
  return Math.max(q50 * Math.exp(deviations * spread), LEAST_FACTOR * q95);
}
