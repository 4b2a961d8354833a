import { expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { mcnemarExact } from './mcnemar.ts';
import { wilcoxonSignedRank } from './wilcoxon.ts';

/** Differences 1..n of which those with the given ranks are negative. */
function withNegatives(n: number, sum: number): number[] {
  const differences = Array.from({ length: n }, (_, i) => i + 1);
  let left = sum;
  for (let rank = n; rank >= 1 && left > 0; rank--) {
    if (rank > left) continue;
    differences[rank - 1] = -rank;
    left -= rank;
  }
  return differences;
}

// The largest sum with p <= 0.05, two-sided. McCornack, JASA 60 (1965) 864-871; the same in the tables of the
// University of York's mathematics department for 6 to 25.
it.each([
  [6, 0],
  [7, 2],
  [8, 3],
  [9, 5],
  [10, 8],
  [11, 10],
  [12, 13],
  [13, 17],
  [14, 21],
  [15, 25],
  [16, 29],
  [17, 34],
  [18, 40],
  [19, 46],
  [20, 52],
  [25, 89],
  [30, 137],
  [40, 264],
  [50, 434],
])('critical value for n = %d is %d', (n, critical) => {
  const at = wilcoxonSignedRank(withNegatives(n, critical));
  expect(at).toMatchObject({ n, zeros: 0, rankSumDown: critical, method: 'exact' });
  expect(at.pValue).toBeLessThanOrEqual(0.05);
  expect(wilcoxonSignedRank(withNegatives(n, critical + 1)).pValue).toBeGreaterThan(0.05);
});

// Hollander and Wolfe, Nonparametric Statistical Methods (1973), p. 29: depression scores; V = 40, one-sided
// 0.01953.
it("Hollander and Wolfe's depression scores", () => {
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const result = wilcoxonSignedRank(before.map((score, i) => score - after[i]!));
  expect(result).toMatchObject({ rankSumUp: 40, rankSumDown: 5 });
  expect(result.pValue).toBeCloseTo(2 * 0.019_531_25, 12);
});

it('is exact with ties: equals the enumeration of all signs', () => {
  const samples = [
    [1, 1, 1, -1, 2, 2, -3],
    [-1, -1, -1, -1, -1, -1, 4, 4],
    [0.5, -0.5, 1, 1, 1, -2, -2, 3, 3, 3],
    [2, 2, 2, 2, 2, 2],
    [5],
  ];
  for (const sample of samples) {
    const { rankSumUp, rankSumDown, n, pValue } = wilcoxonSignedRank(sample);
    const smaller = Math.min(rankSumUp, rankSumDown);
    let asSmall = 0;
    for (let signs = 0; signs < 2 ** n; signs++) {
      const flipped = sample.map((d, i) => ((signs >> i) & 1 ? 1 : -1) * Math.abs(d));
      if (wilcoxonSignedRank(flipped).rankSumUp <= smaller) asSmall++;
    }
    expect(pValue).toBeCloseTo(Math.min(1, (2 * asSmall) / 2 ** n), 12);
  }
});

it('equals McNemar if all differences have one size, also beyond the exact range', () => {
  const changes = (down: number, up: number) => [
    ...Array.from({ length: down }, () => -1),
    ...Array.from({ length: up }, () => 1),
  ];
  for (const [down, up] of [
    [7, 1],
    [12, 2],
    [60, 40],
    [400, 350],
  ] as const)
    expect(wilcoxonSignedRank(changes(down, up)).pValue).toBeCloseTo(mcnemarExact(down, up), 10);
  const large = wilcoxonSignedRank(changes(1_050, 950));
  expect(large.method).toBe('normal');
  expect(large.pValue).toBeCloseTo(mcnemarExact(1_050, 950), 3);
});

it('drops zeros and counts them; p is 1 if none are left', () => {
  expect(wilcoxonSignedRank([0, 0, 3, -1, 2])).toMatchObject({ n: 3, zeros: 2 });
  expect(wilcoxonSignedRank([0, 0, 0])).toMatchObject({ n: 0, zeros: 3, pValue: 1 });
  expect(wilcoxonSignedRank([])).toMatchObject({ n: 0, zeros: 0, pValue: 1 });
});

it('changes to the normal approximation without a jump', () => {
  for (const sum of [400, 500, 600, 800]) {
    const sample = withNegatives(60, sum);
    const tied = sample.map((d) => Math.sign(d) * Math.ceil(Math.abs(d) / 7));
    for (const differences of [sample, tied]) {
      const exact = wilcoxonSignedRank(differences);
      const normal = wilcoxonSignedRank(differences, 0);
      expect([exact.method, normal.method]).toEqual(['exact', 'normal']);
      expect(Math.abs(exact.pValue - normal.pValue)).toBeLessThan(0.003);
    }
  }
});

it('takes 10,000 differences within 50 ms', () => {
  const differences = Array.from({ length: 10_000 }, (_, i) => Math.sin(i * 7.1) - 0.05);
  expect(wilcoxonSignedRank(differences).pValue).toBeLessThan(0.001);
  expect(leastCpuMs(() => wilcoxonSignedRank(differences), 50)).toBeLessThan(50);
});
