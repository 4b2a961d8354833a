/**
 * The exact distribution of a sum in which a fair coin decides about each weight: returns the chance of a sum
 * of at most a given one, up to half of the total (the distribution is symmetric). All weights are multiples of
 * `step`.
 */
export function coinSums(weights: readonly number[], step: number): (sum: number) => number {
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const cells = halfCells(total, step);
  const chance = new Float64Array(cells);
  chance[0] = 1;
  for (const weight of weights) {
    const jump = weight / step;
    for (let sum = cells - 1; sum >= 0; sum--) {
      chance[sum] = 0.5 * (chance[sum] ?? 0) + (sum >= jump ? 0.5 * (chance[sum - jump] ?? 0) : 0);
    }
  }
  return (largest) =>
    chance.subarray(0, Math.max(0, Math.floor(largest / step) + 1)).reduce((sum, one) => sum + one, 0);
}

/** The additions that `coinSums` takes. */
export const coinSumsCost = (count: number, total: number, step: number): number =>
  count * halfCells(total, step);

const halfCells = (total: number, step: number): number => Math.floor(total / 2 / step) + 1;

export const greatestCommonDivisor = (a: number, b: number): number =>
  b === 0 ? a : greatestCommonDivisor(b, a % b);
