// Tests the promises of trust with simulated judges. proofs/judge-trust.ts makes the whole table with 4,000
// cases per cell.
import { describe, expect, it } from 'vitest';
import { drawFor } from './degrade.ts';
import {
  BAD_JUDGES,
  GOOD_JUDGES,
  OTHER_JUDGES,
  WEAK_JUDGES,
  tryOutJudge,
  type MadeJudge,
  type Size,
  type Traffic,
} from './made-judges.ts';

const SIZES: readonly Size[] = [
  { probes: 24, pairs: 30 },
  { probes: 48, pairs: 30 },
  { probes: 60, pairs: 50 },
];

function trusted(name: string, judge: MadeJudge, size: Size, cases: number, anyAnswer = false): number {
  let count = 0;
  for (const traffic of ['good', 'wide'] as const) {
    const random = drawFor([name, traffic, size.probes].join(' '));
    for (let at = 0; at < cases; at += 1)
      count += Number(tryOutJudge(judge, traffic, { ...size, anyAnswer }, random).missing.length === 0);
  }
  return count / (2 * cases);
}

describe.each(SIZES)('$probes probes and $pairs pairs', (size) => {
  it.each(Object.entries(BAD_JUDGES))('never trusts: %s', (name, judge) => {
    expect(trusted(name, judge, size, 300)).toBe(0);
  });
});

it('trusts a judge that goes by length with a grain of truth in at most 5 % of cases', () => {
  for (const size of [...SIZES, { probes: 100, pairs: 100 }])
    for (const [traffic, judge] of Object.entries(WEAK_JUDGES) as [Traffic, MadeJudge][]) {
      const random = drawFor(['weak', traffic, size.pairs].join(' '));
      const count = Array.from({ length: 200 }, () => tryOutJudge(judge, traffic, size, random)).filter(
        ({ missing }) => missing.length === 0,
      ).length;
      expect(count / 200).toBeLessThanOrEqual(0.05);
    }
});

it('bad answers cost a perfect judge nothing: one with the worst score cannot fall', () => {
  // Some of the 24 probes are of bad answers, which leaves fewer than the 20 that are needed.
  for (const size of SIZES.slice(1))
    expect(trusted('perfect', GOOD_JUDGES['perfect']!, size, 150, true)).toBe(1);
});

it.each(Object.entries(GOOD_JUDGES))('trusts a good judge in nine of ten cases: %s', (name, judge) => {
  for (const size of SIZES.slice(1)) expect(trusted(name, judge, size, 250)).toBeGreaterThan(0.9);
});

it('more data does not cost a good judge its trust', () => {
  const shares = [48, 60, 100, 200].map((probes) =>
    trusted('noise 0.3', GOOD_JUDGES['noise 0.3']!, { probes, pairs: probes }, 100),
  );
  expect(Math.min(...shares)).toBeGreaterThan(0.9);
  expect(shares.at(-1)).toBeGreaterThan(0.98);
});

it('a judge with a noise of half a point and more is hardly ever trusted', () => {
  for (const size of SIZES) {
    expect(trusted('noise 0.5', OTHER_JUDGES['noise 0.5']!, size, 150)).toBeLessThan(0.06);
    expect(trusted('noise 1', OTHER_JUDGES['noise 1']!, size, 150)).toBe(0);
  }
});
