import { array, assert, boolean, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#lib/clock';
import type { WindowSums } from '#records';
import { ALERT_TYPES, type AlertType } from './alert-types.ts';
import {
  NEW_STATE,
  NO_SCORES,
  decideAlert,
  observe,
  type Measured,
  type AlertOutcome,
  type State,
} from './evaluate.ts';
import { logDeviations, median, usualErrorRate } from './unusual.ts';

const RUNS = Number(process.env.TEST_RUNS ?? 300);

const sums = (changes: Partial<WindowSums> = {}): WindowSums => ({
  calls: 10,
  errors: 0,
  costUsd: 0,
  latencyMs: null,
  ...changes,
});

/** Scores on a scale from 1 to 5. */
const points = (count: number, mean: number, deviation = 0) => ({
  count,
  mean,
  normalizedMean: (mean - 1) / 4,
  deviation,
  normalizedDeviation: deviation / 4,
});

const look = (alertType: AlertType, thresholdValue: number, measured: Partial<Measured>) =>
  observe({ alertType, thresholdValue, windowMinutes: 60 }, { window: sums(), ...measured });

describe('among groups', () => {
  const rule = (alertType: AlertType, thresholdValue: number, among?: number, percentile?: number) => ({
    alertType,
    thresholdValue,
    windowMinutes: 60,
    ...(among === undefined ? {} : { among }),
    ...(percentile === undefined ? {} : { percentile }),
  });
  const history = Array.from({ length: 14 }, (_, day) =>
    sums({ calls: 100, errors: 2, costUsd: 1 + day / 50, latencyMs: 1_000 + day }),
  );

  it.each<[string, AlertType, number, Partial<WindowSums>, boolean, boolean]>([
    ['few errors of few', 'error_rate', 0.1, { calls: 12, errors: 3 }, true, false],
    ['half of few', 'error_rate', 0.1, { calls: 12, errors: 6 }, true, true],
    ['a few slow ones', 'latency_degradation', 900, { calls: 20, latencyMs: 950, slow: 3 }, true, false],
    ['many slow ones', 'latency_degradation', 900, { calls: 100, latencyMs: 950, slow: 12 }, true, true],
    ['two slow ones', 'latency_degradation', 900, { calls: 5, latencyMs: 950, slow: 2 }, false, false],
    ['a cost, which is a fact', 'cost_threshold', 5, { costUsd: 5 }, true, true],
    ['an unusual cost', 'anomaly_cost', 4, { calls: 100, costUsd: 3 }, true, false],
    ['a very unusual cost', 'anomaly_cost', 4, { calls: 100, costUsd: 5 }, true, true],
    ['some unusual errors', 'anomaly_error_rate', 4, { calls: 100, errors: 9 }, true, false],
    ['many unusual errors', 'anomaly_error_rate', 4, { calls: 100, errors: 20 }, true, true],
  ])('%s: %s', (_name, alertType, threshold, window, alone, amongMany) => {
    const measured = { window: sums(window), history };
    expect(observe(rule(alertType, threshold, 1), measured).holds).toBe(alone);
    expect(observe(rule(alertType, threshold, 100), measured).holds).toBe(amongMany);
    // The value does not depend on how many there are.
    expect(observe(rule(alertType, threshold, 100), measured).value).toBe(
      observe(rule(alertType, threshold, 1), measured).value,
    );
  });

  it('what holds among many holds among fewer', () => {
    assert(
      property(
        constantFrom<AlertType>('error_rate', 'anomaly_error_rate', 'anomaly_cost', 'latency_degradation'),
        record({
          calls: integer({ min: 5, max: 300 }),
          errors: integer({ min: 0, max: 60 }),
          costUsd: integer({ min: 1, max: 20 }),
        }),
        integer({ min: 2, max: 100 }),
        (alertType, made, among) => {
          const window = sums({
            ...made,
            errors: Math.min(made.errors, made.calls),
            latencyMs: 950,
            slow: Math.min(made.errors, made.calls),
          });
          const thresholds = { error_rate: 0.1, latency_degradation: 900 } as Partial<
            Record<AlertType, number>
          >;
          const threshold = thresholds[alertType] ?? 4;
          const holds = (groups: number) =>
            observe(rule(alertType, threshold, groups), { window, history }).holds;
          expect(holds(among) && !holds(among - 1)).toBe(false);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('a higher percentile of few calls scatters more, so it is less unusual', () => {
    const measured = { window: sums({ calls: 100, latencyMs: 3_000 }), history };
    const value = (percentile: number) =>
      observe(rule('anomaly_latency', 4, 1, percentile), measured).value ?? 0;
    expect(value(99)).toBeLessThan(value(95));
    expect(value(95)).toBeLessThan(value(50));
    expect(value(95)).toBe(observe(rule('anomaly_latency', 4), measured).value);
  });
});

describe('the number', () => {
  it.each<[string, AlertType, number, Partial<Measured>, number | null, boolean]>([
    ['cost below', 'cost_threshold', 5, { window: sums({ costUsd: 4.99 }) }, 4.99, false],
    ['cost at the threshold', 'cost_threshold', 5, { window: sums({ costUsd: 5 }) }, 5, true],
    ['no calls and a threshold of 0', 'cost_threshold', 0, { window: sums({ calls: 0 }) }, 0, false],
    ['a free call and a threshold of 0', 'cost_threshold', 0, { window: sums({ calls: 1 }) }, 0, true],
    ['a budget', 'monthly_budget', 100, { window: sums({ costUsd: 100.01 }) }, 100.01, true],
    ['errors of four calls', 'error_rate', 0.1, { window: sums({ calls: 4, errors: 4 }) }, null, false],
    ['three errors of five calls', 'error_rate', 0.2, { window: sums({ calls: 5, errors: 3 }) }, 0.6, true],
    ['two errors of five calls', 'error_rate', 0.2, { window: sums({ calls: 5, errors: 2 }) }, 0.4, false],
    ['few errors', 'error_rate', 0.2, { window: sums({ calls: 100, errors: 19 }) }, 0.19, false],
    // Wilson, one-sided, 90 %: 3 of 20 show more than 7.47 %, 3 of 30 more than 4.93 %.
    ['errors beyond chance', 'error_rate', 0.149, { window: sums({ calls: 20, errors: 3 }) }, 0.15, true],
    ['errors within chance', 'error_rate', 0.15, { window: sums({ calls: 20, errors: 3 }) }, 0.15, false],
    [
      'the same errors in more calls',
      'error_rate',
      0.1,
      { window: sums({ calls: 30, errors: 3 }) },
      0.1,
      false,
    ],
    ['many errors', 'error_rate', 0.1, { window: sums({ calls: 100, errors: 10 }) }, 0.1, true],
    ['a latency', 'latency_degradation', 900, { window: sums({ latencyMs: 900 }) }, 900, true],
    ['no latency', 'latency_degradation', 0, { window: sums({ calls: 0 }) }, null, false],
    ['scores below', 'eval_score', 3, { scores: points(5, 2.9) }, 2.9, true],
    ['scores at the threshold', 'eval_score', 3, { scores: points(5, 3) }, 3, false],
    ['four scores', 'eval_score', 3, { scores: points(4, 1) }, null, false],
    ['a part of the scale', 'eval_score', 0.7, { scores: points(5, 3.7) }, 0.675, true],
    ['a part of the scale, above', 'eval_score', 0.7, { scores: points(5, 3.9) }, 0.725, false],
    ['the whole scale', 'eval_score', 1, { scores: points(5, 4.9) }, 0.975, true],
    ['points below zero', 'eval_score', -1, { scores: { ...points(5, -2), normalizedMean: 0.3 } }, -2, true],
    [
      'scores without any call',
      'eval_score',
      3,
      { window: sums({ calls: 0 }), scores: points(5, 1) },
      1,
      true,
    ],
    // Student, one-sided, 90 %: ±0.686 for 5 scores, ±0.437 for 10, ±0.184 for 50.
    ['five scattered scores', 'eval_score', 3, { scores: points(5, 2.4, 1) }, 2.4, false],
    ['five scattered scores, clearly low', 'eval_score', 3, { scores: points(5, 2.3, 1) }, 2.3, true],
    ['ten scattered scores', 'eval_score', 3, { scores: points(10, 2.55, 1) }, 2.55, true],
    ['ten scattered scores, near', 'eval_score', 3, { scores: points(10, 2.6, 1) }, 2.6, false],
    ['fifty scattered scores', 'eval_score', 3, { scores: points(50, 2.8, 1) }, 2.8, true],
    ['a scattered part of the scale', 'eval_score', 0.5, { scores: points(10, 2.55, 1) }, 0.3875, true],
    ['the same, near', 'eval_score', 0.5, { scores: points(10, 2.6, 1) }, 0.4, false],
    ['sent scores, low by chance', 'score_below', 3, { scores: points(10, 2.6, 1) }, 2.6, false],
    ['sent scores, high by chance', 'score_above', 3, { scores: points(10, 3.4, 1) }, 3.4, false],
    ['sent scores, clearly high', 'score_above', 3, { scores: points(10, 3.45, 1) }, 3.45, true],
    ['no scores', 'eval_score', 3, { scores: NO_SCORES }, null, false],
    ['no findings', 'guardian_findings', 0, { findings: { titles: [], upTo: 3 } }, 0, false],
    ['a finding', 'guardian_findings', 0, { findings: { titles: ['a'], upTo: 4 } }, 1, true],
    ['fewer findings', 'guardian_findings', 3, { findings: { titles: ['a', 'b'], upTo: 5 } }, 2, false],
  ])('%s', (_name, type, threshold, measured, value, holds) => {
    expect(look(type, threshold, measured)).toEqual({ value, holds });
  });

  it('has no floating-point noise and meets a threshold that it equals', () => {
    const window = sums({ costUsd: 0.1 + 0.2 });
    expect(look('cost_threshold', 0.3, { window })).toEqual({ value: 0.3, holds: true });
    const short = sums({ costUsd: 0.7999999999999999 });
    expect(look('cost_threshold', 0.8, { window: short })).toEqual({ value: 0.8, holds: true });
    expect(
      look('eval_score', 0.8, { scores: { ...points(5, 4.2), normalizedMean: 0.7999999999999999 } }).holds,
    ).toBe(false);
    expect(look('error_rate', 1 / 3, { window: sums({ calls: 9, errors: 3 }) }).holds).toBe(true);
  });

  const costs = (values: number[]) => values.map((costUsd) => sums({ costUsd }));

  const TEN = [10, 11, 9, 10, 12, 9, 10, 11, 9, 10];

  it('a cost or latency anomaly needs ten days of history; days without calls do not count', () => {
    const window = sums({ costUsd: 100 });
    expect(look('anomaly_cost', 3, { window, history: costs(TEN.slice(1)) })).toEqual({
      value: null,
      holds: false,
    });
    const idle = sums({ calls: 0 });
    expect(look('anomaly_cost', 3, { window, history: [...costs(TEN.slice(1)), idle] }).value).toBe(null);
    expect(look('anomaly_cost', 3, { window, history: costs(TEN) }).holds).toBe(true);
    expect(look('anomaly_cost', 3, { window: idle, history: costs(TEN) }).value).toBe(null);
    const slow = TEN.map((latencyMs) => sums({ latencyMs }));
    const slower = sums({ latencyMs: 100 });
    expect(look('anomaly_latency', 3, { window: slower, history: slow.slice(1) }).value).toBe(null);
    expect(look('anomaly_latency', 3, { window: slower, history: slow }).holds).toBe(true);
  });

  it('only a rise is an anomaly, and one outlier day in the history hides none', () => {
    const history = costs([...TEN, 500]);
    expect(look('anomaly_cost', 3, { window: sums({ costUsd: 30 }), history })).toMatchObject({
      holds: true,
      compared: { value: 30, usual: 10 },
    });
    const near = look('anomaly_cost', 3, { window: sums({ costUsd: 15 }), history });
    expect(near.holds).toBe(false);
    expect(near).not.toHaveProperty('compared');
    expect(look('anomaly_cost', 3, { window: sums({ costUsd: 0.1 }), history }).holds).toBe(false);
  });

  it('costs and latencies are compared by logarithm: double the usual is as far away as half', () => {
    const usual = [1, 2, 4, 8, 16, 32, 64];
    const spread = { floor: 0.01, leastSpread: 0.2 };
    expect(logDeviations(32, usual, spread)).toBeCloseTo(2 / (1.25 * 1.4826 * 2));
    expect(logDeviations(2, usual, spread)).toBeCloseTo(-2 / (1.25 * 1.4826 * 2));
    expect(logDeviations(0, [0, 0, 0], spread)).toBe(0);
  });

  it('a rise of the cost counts if both neighbouring parts of the window show it, and have enough calls', () => {
    const part = (costUsd: number, calls = 200) => ({
      window: sums({ calls, costUsd }),
      history: TEN.map((usual) => sums({ calls, costUsd: usual })),
    });
    const whole = part(14);
    const pairs = (first: number, second: number, calls?: number) => ({
      ...whole,
      pairs: [[part(first, calls), part(second, calls)]],
    });
    expect(look('anomaly_cost', 4, whole).holds).toBe(false);
    expect(look('anomaly_cost', 4, pairs(20, 20)).holds).toBe(true);
    // One expensive call is in one part only.
    expect(look('anomaly_cost', 4, pairs(10, 200)).holds).toBe(false);
    expect(look('anomaly_cost', 4, pairs(20, 20, 20)).holds).toBe(false);
  });

  it('a tiny change after a constant history is no anomaly', () => {
    const calm = Array.from({ length: 14 }, () =>
      sums({ calls: 100, errors: 0, costUsd: 10, latencyMs: 200 }),
    );
    const near = { window: sums({ calls: 100, errors: 2, costUsd: 18, latencyMs: 330 }), history: calm };
    const far = { window: sums({ calls: 100, errors: 20, costUsd: 20, latencyMs: 600 }), history: calm };
    for (const type of ['anomaly_cost', 'anomaly_latency', 'anomaly_error_rate'] as const) {
      expect([type, look(type, 3, near).holds, look(type, 3, far).holds]).toEqual([type, false, true]);
    }
    const rarely = calm.map(() => sums({ calls: 4 }));
    expect(look('anomaly_error_rate', 3, { ...far, history: rarely }).value).toBe(null);
  });

  it('an error rate anomaly uses the binomial spread over all days together', () => {
    // 14 days with 100 calls each and 2 % errors. Most days with 20 calls would have no failure at all.
    const history = Array.from({ length: 14 }, () => sums({ calls: 100, errors: 2 }));
    const z = (errors: number, calls: number) =>
      look('anomaly_error_rate', 4, { window: sums({ calls, errors }), history });
    const spread = Math.sqrt(0.02 * 0.98 * (1 / 50 + 1 / 1_400));
    expect(z(7, 50).value).toBeCloseTo((6.5 / 50 - 0.02) / spread, 9);
    expect(z(7, 50)).toMatchObject({ holds: true, compared: { value: 0.14, usual: 0.02 } });
    expect(z(5, 50).holds).toBe(false);
    // The same error rate over twenty times the calls is not chance.
    expect(z(100, 1_000).holds).toBe(true);
    // Two failures are never enough.
    expect(z(2, 5)).toMatchObject({ value: expect.any(Number), holds: false });
    expect(
      look('anomaly_error_rate', 4, { window: sums({ calls: 50, errors: 9 }), history: history.slice(9) })
        .holds,
    ).toBe(true);
    expect(
      look('anomaly_error_rate', 4, { window: sums({ calls: 50, errors: 9 }), history: history.slice(10) })
        .value,
    ).toBe(null);
  });

  it('a day with most of the failures is not part of the baseline', () => {
    const days = Array.from({ length: 9 }, () => sums({ calls: 100, errors: 1 }));
    expect(usualErrorRate([...days, sums({ calls: 100, errors: 50 })])).toEqual({ rate: 0.01, calls: 900 });
    expect(usualErrorRate([...days, sums({ calls: 100, errors: 4 })]).rate).toBeCloseTo(0.013);
    expect(usualErrorRate([])).toEqual({ rate: 0, calls: 0 });
  });

  it('is finite or null, whatever was measured', () => {
    const any = record({
      calls: integer({ min: 0, max: 20 }),
      errors: integer({ min: 0, max: 20 }),
      costUsd: integer({ min: 0, max: 5 }),
      latencyMs: constantFrom(null, 0, 1, 1e9),
    });
    assert(
      property(
        constantFrom(...ALERT_TYPES),
        any,
        array(any, { maxLength: 14 }),
        (alertType, window, history) => {
          const { value, holds } = look(alertType, 1, { window, history });
          expect(value === null ? !holds : Number.isFinite(value)).toBe(true);
        },
      ),
      { numRuns: RUNS },
    );
  });

  it('medians', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([7])]).toEqual([2, 2.5, 7]);
  });
});

const RULE = { windowMinutes: 15 };
const T = Date.UTC(2026, 5, 15, 12);

/**
 * Plays minute by minute: `x` holds, `.` does not hold, `s` holds while silenced, `-` does not hold while
 * silenced.
 */
function play(minutes: string, rule = RULE, at = (minute: number) => T + minute * MINUTE_MS): string {
  let state: State = NEW_STATE;
  let outcomes = '';
  for (const [minute, sign] of minutes.split('').entries()) {
    const decision = decideAlert(rule, sign === 'x' || sign === 's', state, {
      ms: at(minute),
      silenced: sign === 's' || sign === '-',
    });
    ({ state } = decision);
    outcomes += { fires: 'F', clears: 'C', stays: '+', quiet: '.' }[decision.outcome];
  }
  return outcomes;
}

const firings = (outcomes: string): number[] => [...outcomes.matchAll(/F/g)].map(({ index }) => index);

describe('what follows', () => {
  it.each([
    ['nothing', '.....', '.....'],
    ['fires once while it holds', '.xxxx', '.F+++'],
    ['clears, and fires again', 'xx.xx.', 'F+CF+C'],
    ['does not fire while silenced', '.sss.', '.+++.'],
    ['fires when a silence ends and it still holds', '.ssxx', '.++F+'],
    ['fires when a silence ends, even if it fired before', 'xxssxx', 'F+++F+'],
    ['fires again if it cleared during the silence', 'xs-xx', 'F+CF+'],
    ['clears during a silence after firing before it', 'xs-.', 'F+C.'],
    ['does not fire after a silence in which it never held', 'x.--.', 'FC...'],
  ])('%s', (_name, minutes, expected) => {
    expect(play(minutes)).toBe(expected);
  });

  it('fires again after an hour, or after its window if that is longer', () => {
    const outcomes = play('x'.repeat(130));
    expect(firings(outcomes)).toEqual([0, 60, 120]);
    const slow = play('x'.repeat(200), { windowMinutes: 90 });
    expect(firings(slow)).toEqual([0, 90, 180]);
  });

  it('catches up once after a pause', () => {
    const late = (minute: number) =>
      T + (minute < 2 ? minute * MINUTE_MS : 10 * HOUR_MS + minute * MINUTE_MS);
    expect(play('xxxx', RULE, late)).toBe('F+F+');
  });

  it('a clock that is set back causes neither a second firing nor a missing one', () => {
    const back = (minute: number) => T + minute * MINUTE_MS - (minute > 0 ? 365 * 24 * HOUR_MS : 0);
    const outcomes = play('x'.repeat(63), RULE, back);
    expect(firings(outcomes)).toEqual([0, 61]);
  });

  it('agrees with a plain model of the rules on any series', () => {
    const step = record({
      minutes: integer({ min: 1, max: 40 }),
      holds: boolean(),
      silenced: boolean(),
    });
    assert(
      property(array(step, { maxLength: 60 }), constantFrom(1, 60, 90), (steps, windowMinutes) => {
        const model = plainModel(steps, windowMinutes);
        let state: State = NEW_STATE;
        let ms = T;
        const decided = steps.map(({ minutes, holds, silenced }): AlertOutcome => {
          ms += minutes * MINUTE_MS;
          const decision = decideAlert({ windowMinutes }, holds, state, { ms, silenced });
          ({ state } = decision);
          return decision.outcome;
        });
        expect(decided.map((outcome) => outcome === 'fires')).toEqual(model.fires);
        expect(decided.map((outcome) => outcome === 'clears')).toEqual(model.clears);
      }),
      { numRuns: RUNS },
    );
  });
});

/** The documented rules, implemented by scanning the whole past. */
function plainModel(
  steps: readonly { minutes: number; holds: boolean; silenced: boolean }[],
  windowMinutes: number,
): { fires: boolean[]; clears: boolean[] } {
  const times: number[] = [];
  const fires: boolean[] = [];
  const clears: boolean[] = [];
  let minute = 0;
  steps.forEach(({ minutes, holds, silenced }, at) => {
    minute += minutes;
    times.push(minute);
    let from = at;
    while (from > 0 && steps[from - 1]?.holds) from -= 1;
    const stretch = fires.map((fired, step) => fired && step >= from);
    const last = stretch.lastIndexOf(true);
    const again = last < 0 || minute - (times[last] ?? 0) >= Math.max(windowMinutes, 60);
    const silenceEnded = at > from && (steps[at - 1]?.silenced ?? false);
    fires.push(holds && !silenced && (again || silenceEnded));
    let before = at - 1;
    while (before >= 0 && steps[before]?.holds) before -= 1;
    clears.push(!holds && at > 0 && fires.some((fired, step) => fired && step > before && step < at));
  });
  return { fires, clears };
}
