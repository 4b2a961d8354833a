// How far a number is from what is usual, in robust standard deviations: the median stands for the mean and the median of the
// distances from it for the deviation, so that one wild day in the history moves neither.

/** Makes the median distance of a normal distribution its standard deviation. */
const TO_DEVIATION = 1.4826;
/** Nobody is to be woken by a number that moved by less than a few hundredths of what is usual. */
const LEAST_SHARE = 0.05;

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const half = Math.floor(sorted.length / 2);
  const upper = sorted[half] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[half - 1] ?? 0) + upper) / 2;
}

/** Above 0: more than usual. History that hardly moves counts as if it moved by `leastSpread`, or by a twentieth. */
export function robustZ(value: number, usual: readonly number[], leastSpread: number): number {
  const middle = median(usual);
  const distance = median(usual.map((each) => Math.abs(each - middle)));
  const deviation = Math.max(TO_DEVIATION * distance, LEAST_SHARE * Math.abs(middle), leastSpread);
  return (value - middle) / deviation;
}
