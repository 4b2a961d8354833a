import { expect, it } from 'vitest';
import { itemsNeeded, mcnemarPower } from './power.ts';
import { signedRankPower } from './signed-rank-power.ts';

it('equals the exact McNemar power if all changes go one way', () => {
  const powerAt = signedRankPower(
    new Map([
      [0, 0.9],
      [-1, 0.1],
    ]),
  );
  for (const n of [5, 20, 50, 100]) expect(powerAt(n)).toBeCloseTo(mcnemarPower(n, 0.1, 0.1), 7);
  expect(itemsNeeded(powerAt)).toBe(itemsNeeded((n) => mcnemarPower(n, 0.1, 0.1)));
});

it('stays near it if changes go both ways', () => {
  const powerAt = signedRankPower(
    new Map([
      [0, 0.7],
      [-1, 0.2],
      [1, 0.1],
    ]),
  );
  for (const n of [50, 150, 300, 2_000])
    expect(Math.abs(powerAt(n) - mcnemarPower(n, 0.3, 0.1))).toBeLessThan(0.05);
});

it('is zero if nothing changes, and for a gain', () => {
  expect(signedRankPower(new Map([[0, 1]]))(1_000)).toBe(0);
  expect(signedRankPower(new Map([[0.5, 1]]))(1_000)).toBe(0);
});
