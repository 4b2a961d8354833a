import { expect, it } from 'vitest';
import { binomialCdf, binomialPmf } from './binomial.ts';
import { normalCdf, normalQuantile } from './normal.ts';
import { incompleteBeta, logGamma } from './special-functions.ts';
import { studentTCdf, studentTQuantile, studentTTwoSided } from './student-t.ts';

const errorOf = (value: number, wanted: number) => Math.abs(value - wanted) / Math.abs(wanted);
const expectClose = (value: number, wanted: number, relative = 1e-11) =>
  expect(errorOf(value, wanted)).toBeLessThanOrEqual(relative);

it('matches the gamma function at factorials and at the root of pi', () => {
  expect(errorOf(Math.exp(logGamma(11)), 3_628_800)).toBeLessThan(1e-11);
  expectClose(Math.exp(logGamma(0.5)), Math.sqrt(Math.PI));
  expectClose(logGamma(0.1), 2.252_712_651_734_206);
  expectClose(logGamma(10_000.5), 82_104.322_654_128_37, 1e-12);
});

it('matches the closed forms of the incomplete beta function', () => {
  expectClose(incompleteBeta(0.3, 1, 4), 1 - 0.7 ** 4);
  expectClose(incompleteBeta(0.3, 3, 1), 0.3 ** 3);
  expectClose(incompleteBeta(0.5, 7, 7), 0.5);
  expectClose(incompleteBeta(0.2, 2.5, 0.5) + incompleteBeta(0.8, 0.5, 2.5), 1);
  expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
});

// Abramowitz and Stegun, Handbook of Mathematical Functions, table 26.1; the far tails from table 26.2 (-log
// Q).
it.each([
  [0.5, 0.691_462_461_274_013],
  [1, 0.841_344_746_068_543],
  [1.96, 0.975_002_104_851_78],
  [3, 0.998_650_101_968_37],
  [-5, 2.866_515_718_8e-7],
  [-10, 7.619_853_024_2e-24],
])('normal distribution at %d', (x, p) => {
  expect(errorOf(normalCdf(x), p)).toBeLessThan(1e-11);
});

it('turns probabilities back into normal deviates, far into the tails', () => {
  expectClose(normalQuantile(0.975), 1.959_963_984_540_054, 1e-13);
  expectClose(normalQuantile(0.8), 0.841_621_233_572_914, 1e-13);
  for (const p of [1e-12, 1e-5, 0.3, 0.5, 0.9, 0.999]) expectClose(normalCdf(normalQuantile(p)), p);
  expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
});

// The t table of the NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2, upper 0.025 and 0.005.
it.each([
  [1, 12.706, 63.657],
  [2, 4.303, 9.925],
  [5, 2.571, 4.032],
  [10, 2.228, 3.169],
  [30, 2.042, 2.75],
  [60, 2, 2.66],
  [100, 1.984, 2.626],
])("Student's t with %d degrees of freedom", (df, two, half) => {
  expect(studentTQuantile(0.975, df)).toBeCloseTo(two, 3);
  expect(studentTQuantile(0.995, df)).toBeCloseTo(half, 3);
  expectClose(studentTTwoSided(studentTQuantile(0.975, df), df), 0.05);
});

it("Student's t has closed forms for one and two degrees, fractional degrees, and a limit", () => {
  expectClose(studentTCdf(1, 1), 0.75);
  expectClose(studentTCdf(-2, 2), 0.5 - 2 / (2 * Math.sqrt(6)));
  // SciPy 1.17: 2 * t.sf(2.5, 7.3)
  expectClose(studentTTwoSided(2.5, 7.3), 0.039_650_234_665_600_43, 1e-10);
  expectClose(studentTTwoSided(1.96, 1e9), 2 * normalCdf(-1.96));
  expect(studentTTwoSided(Infinity, 3)).toBe(0);
  expect(studentTQuantile(0.5, 3)).toBe(0);
});

it('sums the binomial', () => {
  expectClose(binomialCdf(3, 10, 0.5), 176 / 1024);
  expectClose(binomialPmf(3, 10, 0.5), 120 / 1024);
  let sum = 0;
  for (let k = 0; k <= 12; k++) expectClose((sum += binomialPmf(k, 40, 0.3)), binomialCdf(k, 40, 0.3));
  expect([
    binomialCdf(-1, 5, 0.5),
    binomialCdf(5, 5, 0.5),
    binomialCdf(2, 5, 0),
    binomialCdf(2, 5, 1),
  ]).toEqual([0, 1, 1, 0]);
});
