// Simulates what the tests promise: the false alarm rate, the power, and the coverage of intervals. Seeded,
// so it is deterministic; with 4,000 tries one standard error is 0.35 points.
import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { mcnemarExact, pairedProportionsInterval } from './mcnemar.ts';
import { pairedMean, welch } from './mean-difference.ts';
import { moments } from './moments.ts';
import { itemsNeeded, mcnemarPower, welchPower, wilcoxonPower } from './power.ts';
import { signedRankPower } from './signed-rank-power.ts';
import { wilcoxonSignedRank } from './wilcoxon.ts';

const TRIES = 4_000;

const draw = (n: number, one: () => number): number[] => Array.from({ length: n }, one);
const normal = (random: () => number) => () =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
/** A judge's score of 1 to 5, mostly high, on 0-1. */
const judged = (random: () => number) => () => {
  const r = random();
  return (r < 0.05 ? 0 : r < 0.15 ? 1 : r < 0.35 ? 2 : r < 0.65 ? 3 : 4) / 4;
};

function share(seed: number, one: (random: () => number) => boolean): number {
  const random = seededRandom(seed);
  let hits = 0;
  for (let i = 0; i < TRIES; i++) if (one(random)) hits++;
  return hits / TRIES;
}

it('false alarms of McNemar: at most 5 %, as for any exact test', () => {
  for (const [n, changing] of [
    [30, 0.4],
    [200, 0.25],
  ] as const) {
    const alarms = share(1, (random) => {
      const changes = draw(n, random).filter((r) => r < changing);
      const losses = changes.filter((r) => r < changing / 2).length;
      return mcnemarExact(losses, changes.length - losses) < 0.05;
    });
    expect(alarms).toBeLessThanOrEqual(0.06);
  }
});

it('false alarms of Wilcoxon, exact: at most 5 %, with ties and zeros too', () => {
  expect(
    share(2, (random) => wilcoxonSignedRank(draw(20, normal(random))).pValue < 0.05),
  ).toBeLessThanOrEqual(0.06);
  const tied = share(3, (random) => {
    const score = judged(random);
    return wilcoxonSignedRank(draw(40, () => score() - score())).pValue < 0.05;
  });
  expect(tied).toBeLessThanOrEqual(0.06);
  expect(tied).toBeGreaterThan(0.03);
});

it('false alarms of Wilcoxon by the normal approximation: 5 % ± 1', () => {
  const alarms = share(4, (random) => {
    const score = judged(random);
    const result = wilcoxonSignedRank(
      draw(80, () => score() - score()),
      0,
    );
    return result.method === 'normal' && result.pValue < 0.05;
  });
  expect(Math.abs(alarms - 0.05)).toBeLessThanOrEqual(0.01);
});

it('false alarms of Welch: 5 % ± 1, with unequal sizes and spreads too', () => {
  const same = share(5, (random) => {
    const score = judged(random);
    return welch(moments(draw(30, score)), moments(draw(50, score)), 1)!.pValue! < 0.05;
  });
  const unequal = share(6, (random) => {
    const one = normal(random);
    return welch(moments(draw(15, one)), moments(draw(40, () => 3 * one())), 100)!.pValue! < 0.05;
  });
  for (const alarms of [same, unequal]) expect(Math.abs(alarms - 0.05)).toBeLessThanOrEqual(0.01);
});

it('power of Wilcoxon as promised, ± 5 points', () => {
  for (const [n, drop] of [
    [15, 0.7],
    [40, 0.4],
  ] as const) {
    const found = share(7, (random) => {
      const one = normal(random);
      const { pValue, rankSumUp, rankSumDown } = wilcoxonSignedRank(draw(n, () => one() - drop));
      return pValue < 0.05 && rankSumDown > rankSumUp;
    });
    expect(Math.abs(found - wilcoxonPower(n, 1, drop))).toBeLessThanOrEqual(0.05);
  }
});

it('power of Wilcoxon as promised on differences in steps, most of them 0', () => {
  const shares = new Map([
    [-0.5, 0.06],
    [-0.25, 0.346],
    [0, 0.518],
    [0.25, 0.076],
  ]);
  for (const n of [15, 30]) {
    const found = share(12, (random) => {
      const { pValue, rankSumUp, rankSumDown } = wilcoxonSignedRank(
        draw(n, () => {
          let left = random();
          for (const [difference, part] of shares) if ((left -= part) < 0) return difference;
          return 0;
        }),
      );
      return pValue < 0.05 && rankSumDown > rankSumUp;
    });
    expect(Math.abs(found - signedRankPower(shares)(n))).toBeLessThanOrEqual(0.05);
  }
});

it('power of Welch as promised, ± 5 points', () => {
  const found = share(8, (random) => {
    const one = normal(random);
    const result = welch(moments(draw(20, one)), moments(draw(35, () => 1.5 * one() - 1)), 100)!;
    return result.pValue! < 0.05 && result.difference < 0;
  });
  expect(Math.abs(found - welchPower(20, 1, 35, 2.25, 1))).toBeLessThanOrEqual(0.05);
});

it('power of McNemar as promised, and 80 % at the planned number of items', () => {
  for (const changed of [0.1, 0.3]) {
    const n = itemsNeeded((items) => mcnemarPower(items, changed, 0.1))!;
    const found = share(9, (random) => {
      const changes = draw(n, random).filter((r) => r < changed);
      const gains = changes.filter((r) => r < (changed - 0.1) / 2).length;
      return mcnemarExact(changes.length - gains, gains) < 0.05 && gains * 2 < changes.length;
    });
    expect(Math.abs(found - 0.8)).toBeLessThanOrEqual(0.05);
  }
});

it('intervals cover the true value in 95 % of cases', () => {
  const tango = share(10, (random) => {
    const draws = draw(40, random);
    const losses = draws.filter((r) => r < 0.2).length;
    const gains = draws.filter((r) => r > 0.92).length;
    const { low, high } = pairedProportionsInterval(losses, gains, 40)!;
    return low <= -0.12 && high >= -0.12;
  });
  const paired = share(11, (random) => {
    const score = judged(random);
    const { low, high } = pairedMean(
      draw(25, () => score() - score()),
      1,
    )!.interval!;
    return low <= 0 && high >= 0;
  });
  for (const held of [tango, paired]) expect(Math.abs(held - 0.95)).toBeLessThanOrEqual(0.015);
});
