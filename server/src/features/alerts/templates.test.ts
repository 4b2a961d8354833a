// Every template can fire and does not fire at once.
import { describe, expect, it } from 'vitest';
import type { WindowSums } from '#records';
import { NO_SCORES, observe, type Measured } from './evaluate.ts';
import { TEMPLATE_KEYS, templateOf, type TemplateKey } from './templates.ts';

const usual: WindowSums = { calls: 100, errors: 2, costUsd: 1, latencyMs: 4_000 };
const history = Array.from({ length: 14 }, () => usual);
const scored = (mean: number, [least, most]: readonly [number, number]) => ({
  ...NO_SCORES,
  count: 5,
  mean: least + mean * (most - least),
  normalizedMean: mean,
});
const quiet: Measured = {
  window: usual,
  history,
  scores: scored(0.8, [1, 5]),
  findings: { titles: [], upTo: 0 },
};

const TOO_MUCH: Readonly<Record<TemplateKey, Partial<Measured>>> = {
  'monthly-budget': { window: { ...usual, costUsd: 100 } },
  'daily-cost': { window: { ...usual, costUsd: 10 } },
  'error-rate': { window: { ...usual, errors: 10 } },
  outage: { window: { ...usual, calls: 5, errors: 3 } },
  'slow-calls': { window: { ...usual, latencyMs: 10_000 } },
  'unusual-cost': { window: { ...usual, costUsd: 3 } },
  'unusual-latency': { window: { ...usual, latencyMs: 12_000 } },
  'unusual-errors': { window: { ...usual, errors: 11 } },
  'low-scores': { scores: scored(0.65, [1, 5]) },
  'poor-feedback': { scores: { ...NO_SCORES, count: 5, mean: 0.65 } },
  'user-cost': { window: { ...usual, costUsd: 10 } },
  'tool-errors': { window: { ...usual, errors: 25 } },
  'slow-runs': { window: { ...usual, latencyMs: 60_000, slow: 20 } },
  'guardian-findings': { findings: { titles: ['a tool loop'], upTo: 1 } },
};

/** The figures in each description, which must match the rule. */
const SAID: Readonly<Record<TemplateKey, [sentence: RegExp, threshold: number, minutes: number]>> = {
  'monthly-budget': [/100 USD.*once a day/, 100, 1_440],
  'daily-cost': [/last 24 hours cost 10 USD/, 10, 1_440],
  'error-rate': [/One in ten.*last 6 hours/, 0.1, 360],
  outage: [/Half.*last 15 minutes/, 0.5, 15],
  'slow-calls': [/last 4 hours is 10 seconds/, 10_000, 240],
  'unusual-cost': [/last 6 hours/, 4, 360],
  'unusual-latency': [/last 4 hours/, 4, 240],
  'unusual-errors': [/last 6 hours/, 5, 360],
  'low-scores': [/last day is below 0\.7/, 0.7, 1_440],
  'poor-feedback': [/last day is below 0\.7/, 0.7, 1_440],
  'user-cost': [/10 USD.*last 24 hours/, 10, 1_440],
  'tool-errors': [/One in five.*last 6 hours/, 0.2, 360],
  'slow-runs': [/p95.*60 seconds.*last 6 hours/, 60_000, 360],
  'guardian-findings': [/new/, 0, 60],
};

describe.each(TEMPLATE_KEYS)('%s', (key) => {
  it('uses the numbers in its description', () => {
    const [sentence, thresholdValue, windowMinutes] = SAID[key];
    expect(templateOf(key)).toMatchObject({
      description: expect.stringMatching(sentence),
      thresholdValue,
      windowMinutes,
    });
  });

  it('is quiet on an ordinary day', () => {
    expect(observe(templateOf(key), quiet).holds).toBe(false);
  });

  it('holds when the threshold is exceeded', () => {
    expect(observe(templateOf(key), { ...quiet, ...TOO_MUCH[key] }).holds).toBe(true);
  });
});

it.each(['user-cost', 'tool-errors', 'slow-runs'] as const)('%s holds among a hundred groups too', (key) => {
  const rule = { ...templateOf(key), among: 100 };
  expect(observe(rule, quiet).holds).toBe(false);
  expect(
    observe(rule, {
      ...quiet,
      ...TOO_MUCH[key],
      ...(key === 'tool-errors' ? { window: { ...usual, errors: 40 } } : {}),
    }).holds,
  ).toBe(true);
});

it.each([
  ['1 to 5', [1, 5]],
  ['0 to 1', [0, 1]],
  ['0 to 100', [0, 100]],
  ['pass or fail', [0, 1]],
  ['-1 to 1', [-1, 1]],
] as const)('low scores are detected on any scale: %s', (_name, scale) => {
  const rule = templateOf('low-scores');
  expect(observe(rule, { ...quiet, scores: scored(0.69, scale) }).holds).toBe(true);
  expect(observe(rule, { ...quiet, scores: scored(0.71, scale) }).holds).toBe(false);
});
