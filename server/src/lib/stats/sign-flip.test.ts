import { expect, it } from 'vitest';
import { seededRandom } from '#lib/seeded-random';
import { leastCpuMs } from '#test/support/cpu-time';
import { binomialCdf, binomialPmf } from './binomial.ts';
import { signFlip } from './sign-flip.ts';

const times = (n: number, value: number) => Array.from({ length: n }, () => value);

/** All signs, tried one by one. */
function byHand(differences: readonly number[]): { atMost: number; below: number } {
  const sum = (values: readonly number[]) => Math.round(values.reduce((all, one) => all + one, 0) * 1e6);
  let [atMost, below] = [0, 0];
  const ways = 2 ** differences.length;
  for (let signs = 0; signs < ways; signs++) {
    const flipped = differences.map((one, at) => ((signs >> at) & 1 ? 1 : -1) * Math.abs(one));
    if (sum(flipped) <= sum(differences)) atMost++;
    if (sum(flipped) < sum(differences)) below++;
  }
  return { atMost: atMost / ways, below: below / ways };
}

it('equals the enumeration of all signs; with few sizes as mid-p', () => {
  for (const sample of [
    [-0.31, -0.2, -0.05, 0.11, -0.42],
    [-0.3, 0.1, -0.2, 0.4, 0.55, -0.7, 0.01],
  ])
    expect(signFlip(sample).pDown).toBeCloseTo(byHand(sample).atMost, 12);
  for (const sample of [
    [-1, -1, -1, 1, 2, 2],
    [-0.25, -0.25, -0.5, 0.25, -0.25, -0.5],
  ]) {
    const { atMost, below } = byHand(sample);
    expect(signFlip(sample).pDown).toBeCloseTo((atMost + below) / 2, 12);
  }
});

// scipy.stats.permutation_test((d,), numpy.mean, permutation_type='samples', alternative='less') of SciPy 1.17,
// n_resamples = inf, on the depression scores of Hollander and Wolfe, Nonparametric Statistical Methods (1973),
// p. 29.
it('equals SciPy on published scores', () => {
  const before = [1.83, 0.5, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.3];
  const after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29];
  const { pDown, pUp, method } = signFlip(after.map((score, i) => score - before[i]!));
  expect(method).toBe('enumerated');
  expect(pDown).toBeCloseTo(7 / 512, 12);
  expect(pUp).toBeCloseTo(506 / 512, 12);
});

it('is the mid-p of McNemar on pass or fail, whichever way it is computed', () => {
  for (const [losses, gains] of [
    [4, 0],
    [7, 2],
    [40, 25],
    [300, 260],
  ] as const) {
    const m = losses + gains;
    const expected = binomialCdf(gains, m, 0.5) - binomialPmf(gains, m, 0.5) / 2;
    expect(signFlip([...times(losses, -1), ...times(gains, 1), 0, 0]).pDown).toBeCloseTo(expected, 9);
  }
  const many = signFlip([...times(1_050, -1), ...times(950, 1)]);
  expect(many.method).toBe('drawn');
  expect(many.pDown).toBeCloseTo(binomialCdf(950, 2_000, 0.5), 2);
});

it('mid-p fails at most 5.1 % of unchanged pass/fail comparisons, for every number of pairs and share of changes', () => {
  const byChanges = Array.from({ length: 81 }, (_, changes) => {
    let chance = 0;
    for (let losses = 0; losses <= changes; losses++) {
      const { pDown } = signFlip([...times(losses, -1), ...times(changes - losses, 1)]);
      if (pDown < 0.05) chance += binomialPmf(losses, changes, 0.5);
    }
    return chance;
  });
  for (const n of [4, 5, 7, 10, 20, 40, 80])
    for (let share = 0.02; share <= 0.5; share += 0.02) {
      const level = byChanges
        .slice(0, n + 1)
        .reduce((sum, chance, changes) => sum + chance * binomialPmf(changes, n, share), 0);
      expect(level).toBeLessThanOrEqual(0.051);
    }
});

it('gives the same p however it is computed', () => {
  const random = seededRandom(5);
  const whole = Array.from({ length: 40 }, () => Math.round(20 * (random() - 0.58)) / 20);
  const counted = signFlip(whole);
  // A grain of sand in each difference makes the sums too many to count.
  const drawn = signFlip(whole.map((one) => (one === 0 ? 0 : one + random() * 1e-5)));
  expect([counted.method, drawn.method]).toEqual(['counted', 'drawn']);
  expect(Math.abs(counted.pDown - drawn.pDown)).toBeLessThan(0.02);
});

it('is 1 without a change, symmetric, and treats thirds as ties', () => {
  expect(signFlip([])).toMatchObject({ changed: 0, pDown: 1, pUp: 1 });
  expect(signFlip([0, 0])).toMatchObject({ changed: 0, pDown: 1 });
  const sample = [0.1, -0.3, 0.25, -0.6, 0.05];
  const turned = signFlip(sample.map((one) => -one));
  expect(turned.pUp).toBe(signFlip(sample).pDown);
  const thirds = signFlip([1 / 3 + 1 / 3, -(1 - 1 / 3), 1 / 3, -(1 / 3)]);
  expect(thirds.pDown).toBeCloseTo(thirds.pUp, 12);
});

it('a few differences that outweigh 5,000 small ones decide alone', () => {
  const small = Array.from({ length: 5_000 }, (_, at) => 1e-4 * (1 + Math.sin(at)) + 1e-6);
  // All three down: one of eight.
  expect(signFlip([...small, -1, -1, -1]).pDown).toBeCloseTo(1 / 8, 1);
});

it('takes 10,000 differences within 100 ms', () => {
  const differences = Array.from({ length: 10_000 }, (_, at) => Math.sin(at * 7.1) - 0.05);
  expect(signFlip(differences).pDown).toBeLessThan(0.001);
  expect(leastCpuMs(() => signFlip(differences), 100)).toBeLessThan(100);
});
