// Estimates how many items are needed to decide about an observed drop.
import { type Moments } from '#lib/stats/moments';
import { itemsNeeded, welchPower } from '#lib/stats/power';

/** The variance of scores that lie half a scale from their mean. Assumed if a single item shows none. */
export const UNKNOWN_VARIANCE = 0.25;

/**
 * The number of items that would find the observed drop with a power of 80 %, if further items were like these.
 * It is always larger than the current number. Null if more items would not help. `powerOf` is the power of the
 * test for such differences.
 */
export function pairsToDecide(
  differences: readonly number[],
  powerOf: (shares: ReadonlyMap<number, number>) => (n: number) => number,
): number | null {
  const shares = new Map<number, number>();
  for (const difference of differences)
    shares.set(difference, (shares.get(difference) ?? 0) + 1 / differences.length);
  return moreThan(differences.length, itemsNeeded(powerOf(shares)));
}

/** The same for each of two samples. `tail` is the significance level of the test. */
export function itemsToDecide(before: Moments, after: Moments, tail: number): number | null {
  const drop = before.mean - after.mean;
  const [varianceBefore, varianceAfter] = [before, after].map(({ variance }) => variance ?? UNKNOWN_VARIANCE);
  const powerAt = (items: number): number =>
    welchPower(items, varianceBefore ?? 0, items, varianceAfter ?? 0, drop, tail);
  return moreThan(Math.min(before.n, after.n), drop > 0 ? itemsNeeded(powerAt) : null);
}

const moreThan = (n: number, needed: number | null): number | null =>
  needed === null ? null : Math.max(needed, n + 1);
