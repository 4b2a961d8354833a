/**
 * Holm's step-down adjustment: among m tests the chance of any false alarm stays below the level, and it
 * assumes nothing about how the tests depend on one another. A test that could not be made (null) does not
 * count.
 */
export function holm(pValues: readonly (number | null)[]): (number | null)[] {
  const order = pValues.flatMap((p, index) => (p === null ? [] : [{ p, index }])).sort((a, b) => a.p - b.p);
  const adjusted: (number | null)[] = pValues.map(() => null);
  let highest = 0;
  for (const [rank, { p, index }] of order.entries()) {
    highest = Math.min(1, Math.max(highest, p * (order.length - rank)));
    adjusted[index] = highest;
  }
  return adjusted;
}
