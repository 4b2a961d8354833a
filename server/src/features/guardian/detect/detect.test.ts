// Tests each detector at its thresholds.
import { array, assert, constantFrom, integer, property, record } from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { costSpikes } from './cost-spike.ts';
import { errorBursts } from './error-burst.ts';
import { farAbove, runawayTraces } from './runaway-trace.ts';
import { latencyKey, latencySpikes } from './latency-spike.ts';
import { piiLeaks } from './pii-leak.ts';
import { projectQuarters } from './project-quarters.ts';
import { promptInjections, type Flagged } from './prompt-injection.ts';
import { retryStorms } from './retry-storm.ts';
import { secretsInPrompts } from './secret-in-prompt.ts';
import { modelChanges } from './silent-model-change.ts';
import { toolLoops, toolsIn } from './tool-loop.ts';
import type { CallGroup } from '../records/call-groups.ts';
import type { QuarterSums } from '../records/quarters.ts';
import type { Repeat } from '../records/traces.ts';
import type { Retried } from '../records/retries.ts';
import type { AnsweringModel, QuarterBaseline } from '../records/baseline.ts';

const T = Date.UTC(2026, 0, 15, 10);

const repeat = (changes: Partial<Repeat> = {}): Repeat => ({
  project: 1,
  traceId: 't',
  source: 'observation',
  told: 'search',
  hash: '1',
  times: 5,
  firstMs: T,
  lastMs: T,
  callIds: [],
  ...changes,
});

describe('tool_loop', () => {
  it('starts at the fifth repeat', () => {
    expect(toolLoops([repeat({ times: 4 })])).toEqual([]);
    expect(toolLoops([repeat()])).toMatchObject([
      { cause: 'search', unit: 't', total: 5, severity: 'medium' },
    ]);
    expect(toolLoops([repeat({ times: 50 })])).toMatchObject([{ severity: 'critical' }]);
  });

  it('counts a tool call once if both a span and a call report it, and adds other arguments of the same tool', () => {
    const toolCalls = JSON.stringify([{ id: 'a', name: 'search' }]);
    const seen = toolLoops([
      repeat(),
      repeat({ source: 'call', told: toolCalls, callIds: ['c'] }),
      repeat({ hash: '2', times: 6 }),
    ]);
    expect(seen).toMatchObject([{ total: 11, values: { repeats: 6 }, callIds: ['c'] }]);
  });

  it.each([
    ['a list', '[{"id":"a","name":"one"},{"name":"two"},{"name":"one"}]', 'one, two'],
    ['OpenAI', '[{"type":"function","function":{"name":"one"}}]', 'one'],
    ['cut off', '[{"id":"a","name":"one"},{"na', 'one'],
    ['a text', '"one"', ''],
    ['nothing', '', ''],
    ['nonsense', '[null, 3, {"name": 4}, {"function": []}]', ''],
  ])('names of tools in %s', (_what, text, names) => {
    expect(toolsIn(text)).toBe(names);
  });
});

describe('runaway_trace', () => {
  const trace = {
    project: 1,
    traceId: 't',
    spans: 10,
    calls: 5,
    costUsd: 0.1,
    firstMs: T,
    lastMs: T,
    callIds: [],
  };
  const usual = new Map([
    [1, { project: 1, traces: 100, spans50: 10, spans95: 20, cost50: 0.1, cost95: 0.4 }],
  ]);

  it('is far above the baseline in spans or cost, and above the minimum', () => {
    const spans = Math.max(100, farAbove(10, 20, 4));
    expect(runawayTraces([{ ...trace, spans: spans - 1 }], usual)).toEqual([]);
    expect(runawayTraces([{ ...trace, spans }], usual)).toMatchObject([{ total: spans, severity: 'medium' }]);
    const costUsd = farAbove(0.1, 0.4, 5);
    expect(costUsd).toBeGreaterThan(2.5 * 0.4);
    expect(runawayTraces([{ ...trace, costUsd: costUsd - 0.01 }], usual)).toEqual([]);
    expect(runawayTraces([{ ...trace, costUsd }], usual)).toHaveLength(1);
  });

  it('without a baseline, needs extreme numbers', () => {
    const few = new Map([[1, { project: 1, traces: 19, spans50: 3, spans95: 3, cost50: 0, cost95: 0 }]]);
    expect(runawayTraces([{ ...trace, spans: 499, costUsd: 24 }], few)).toEqual([]);
    expect(runawayTraces([{ ...trace, spans: 500 }], new Map())).toHaveLength(1);
  });

  it('with a constant baseline, small amounts are still no finding', () => {
    const same = new Map([[1, { project: 1, traces: 500, spans50: 1, spans95: 1, cost50: 0, cost95: 0 }]]);
    expect(runawayTraces([{ ...trace, spans: 99, costUsd: 0.99 }], same)).toEqual([]);
  });
});

const sums = (changes: Partial<QuarterSums> = {}): QuarterSums => ({
  project: 1,
  provider: 'openai',
  model: 'gpt-5',
  quarter: Math.floor(T / 900_000),
  calls: 100,
  errors: 0,
  failedInputs: 0,
  costUsd: 1,
  maxCostUsd: 0.1,
  answered: 100,
  p75LatencyMs: 800,
  lastMs: T + MINUTE_MS,
  ...changes,
});
const usualQuarters = (changes: Partial<QuarterBaseline> = {}) =>
  new Map([
    [
      1,
      {
        project: 1,
        quarters: 1_000,
        days: 14,
        calls: 10_000,
        errors: 150,
        q50: 0.5,
        q90: 1,
        q99: 2,
        ...changes,
      },
    ],
  ]);

describe('error_burst', () => {
  const burst = (changes: Partial<QuarterSums>, usual = usualQuarters()) =>
    errorBursts(projectQuarters([sums(changes)]), usual).map(({ total }) => total);
  const failing = (errors: number, calls = 100) => ({ calls, errors, failedInputs: errors });

  it('is a fifth of the calls, ten failures, and far above the baseline', () => {
    expect(burst(failing(19))).toEqual([]);
    expect(burst(failing(20))).toEqual([20]);
    expect(burst(failing(9, 9))).toEqual([]);
    expect(burst(failing(10, 10))).toEqual([10]);
    expect(burst(failing(20), usualQuarters({ errors: 1_000 }))).toEqual([]);
    expect(burst(failing(40), usualQuarters({ errors: 1_000 }))).toEqual([40]);
    // Calls that fail half of the time anyway.
    expect(burst(failing(70), usualQuarters({ errors: 5_000 }))).toEqual([]);
  });

  it('if four times as many cannot fail, needs half of the usual successes to fail', () => {
    const third = usualQuarters({ errors: 3_000 });
    expect([burst(failing(64), third), burst(failing(65), third)]).toEqual([[], [65]]);
  });

  it('is six standard deviations above the baseline, also in a small project', () => {
    // 10 of 50: 5.8 deviations above 4 %, 6.3 above 3.5 %.
    expect(burst(failing(10, 50), usualQuarters({ errors: 400 }))).toEqual([]);
    expect(burst(failing(10, 50), usualQuarters({ errors: 350 }))).toEqual([10]);
  });

  it('assumes 1 % for a project that never failed, because its real rate is unknown', () => {
    const [found] = errorBursts(projectQuarters([sums(failing(20))]), usualQuarters({ errors: 0 }));
    expect(found?.values).toMatchObject({ errors: 20, errorRate: 0.2, usualErrorRate: 0.01 });
    const [unknown] = errorBursts(projectQuarters([sums(failing(60))]), new Map());
    expect(unknown?.values).not.toHaveProperty('usualErrorRate');
  });

  it('without a baseline, needs half of the calls', () => {
    expect(burst(failing(49), new Map())).toEqual([]);
    expect(burst(failing(50), new Map())).toEqual([50]);
    expect(burst(failing(50), usualQuarters({ calls: 199, errors: 100 }))).toEqual([50]);
  });

  it('counts failures of one input once and adds up all models of a project', () => {
    expect(burst({ calls: 100, errors: 80, failedInputs: 1 })).toEqual([]);
    const two = [sums({ ...failing(12, 30) }), sums({ ...failing(12, 30), model: 'other' })];
    expect(errorBursts(projectQuarters(two), usualQuarters())).toMatchObject([
      { total: 24, values: { calls: 60 } },
    ]);
  });
});

describe('cost_spike', () => {
  const spike = (changes: Partial<QuarterSums>, usual = usualQuarters()) =>
    costSpikes(projectQuarters([sums(changes)]), usual).map(({ severity }) => severity);

  it('is five times the p99 and at least ten dollars', () => {
    expect(spike({ costUsd: 10 })).toEqual([]);
    expect(spike({ costUsd: 10.2 })).toEqual(['low']);
    expect(spike({ costUsd: 9.9 }, usualQuarters({ q90: 0.001, q99: 0.001 }))).toEqual([]);
    expect(spike({ costUsd: 1_100 })).toEqual(['critical']);
  });

  it('needs days of history and is not one expensive call, unless it is very expensive', () => {
    expect(spike({ costUsd: 500 }, usualQuarters({ days: 2 }))).toEqual([]);
    expect(spike({ costUsd: 500 }, usualQuarters({ quarters: 23 }))).toEqual([]);
    expect(spike({ costUsd: 500 }, new Map())).toEqual([]);
    expect(spike({ costUsd: 30, maxCostUsd: 29 })).toEqual([]);
    expect(spike({ costUsd: 130, maxCostUsd: 129 })).toEqual(['high']);
  });

  it('allows more if the expensive quarters vary a lot', () => {
    expect(spike({ costUsd: 40 }, usualQuarters({ q90: 0.5, q99: 2 }))).toEqual(['medium']);
    expect(spike({ costUsd: 40 }, usualQuarters({ q90: 0.4, q99: 2 }))).toEqual([]);
    // The limit is at most thirty times the p99.
    const wide = usualQuarters({ q90: 0.1, q99: 2 });
    expect([spike({ costUsd: 59 }, wide), spike({ costUsd: 61 }, wide)]).toEqual([[], ['medium']]);
    // If nine of ten quarters cost nothing, there is no ratio to use.
    const mostlyFree = usualQuarters({ q90: 0, q99: 4 });
    expect([spike({ costUsd: 19 }, mostlyFree), spike({ costUsd: 21 }, mostlyFree)]).toEqual([[], ['low']]);
  });

  it('is not two expensive calls', () => {
    const costly = { costUsd: 60, maxCostUsd: 30 };
    expect([spike({ ...costly, calls: 2 }), spike({ ...costly, calls: 3 })]).toEqual([[], ['medium']]);
  });

  it('uses the calls of the whole 15 minutes as evidence', () => {
    const [found] = costSpikes(projectQuarters([sums({ costUsd: 500 })]), usualQuarters());
    const fromMs = Math.floor(T / 900_000) * 900_000;
    expect(found).toMatchObject({
      firstMs: fromMs,
      evidence: { project: 1, model: null, fromMs, toMs: fromMs + 900_000, by: 'cost' },
    });
  });
});

describe('latency_spike', () => {
  const known = {
    project: 1,
    provider: 'openai',
    model: 'gpt-5',
    calls: 1_000,
    days: 14,
    q50: 1_000,
    q95: 3_000,
  };
  const slow = (changes: Partial<QuarterSums>, usual: object = {}) => {
    const one = { ...known, ...usual };
    return latencySpikes([sums(changes)], new Map([[latencyKey(one), one]])).length;
  };

  it('is a p75 above twice the usual p95 and three times the usual median', () => {
    expect([slow({ p75LatencyMs: 5_999 }), slow({ p75LatencyMs: 6_000 })]).toEqual([0, 1]);
    expect([
      slow({ p75LatencyMs: 6_000, answered: 14 }),
      slow({ p75LatencyMs: 6_000, answered: 15 }),
    ]).toEqual([0, 1]);
    expect(slow({ p75LatencyMs: 1_999 }, { q50: 10, q95: 20 })).toBe(0);
  });

  it('needs enough calls and days of the same model', () => {
    expect(slow({ p75LatencyMs: 60_000 }, { calls: 49 })).toBe(0);
    expect(slow({ p75LatencyMs: 60_000 }, { days: 2 })).toBe(0);
    expect(slow({ p75LatencyMs: 60_000, model: 'new' })).toBe(0);
  });
});

describe('retry_storm', () => {
  const retried = (attempts: Retried['attempts']): Retried => ({
    project: 1,
    provider: 'openai',
    model: 'gpt-5',
    hash: '1',
    attempts,
    callIds: [],
    traceIds: [],
  });
  const every = (ms: number, times: number, failed: (at: number) => boolean) =>
    Array.from({ length: times }, (_, at): [number, number] => [T + at * ms, failed(at) ? 1 : 0]);

  it('is ten attempts in ten minutes that mostly fail', () => {
    expect(retryStorms([retried(every(1_000, 9, () => true))])).toEqual([]);
    expect(retryStorms([retried(every(1_000, 10, () => true).toReversed())])).toMatchObject([
      { total: 10, severity: 'low' },
    ]);
    expect(retryStorms([retried(every(MINUTE_MS, 60, () => true))])).toMatchObject([
      { values: { attempts: 11 } },
    ]);
    expect(retryStorms([retried(every(2 * MINUTE_MS, 60, () => true))])).toEqual([]);
    expect(retryStorms([retried(every(1_000, 20, (at) => at % 2 === 0))])).toEqual([]);
  });

  it('of two equal storms takes the first; providers are separate', () => {
    const first = every(1_000, 10, () => true);
    const second = first.map(([ms, failed]): [number, number] => [ms + 60 * MINUTE_MS, failed]);
    expect(retryStorms([retried([...second, ...first])])).toMatchObject([
      { firstMs: T, lastMs: T + 9_000, total: 20 },
    ]);
    const elsewhere = { ...retried(first), provider: 'azure' };
    const causes = retryStorms([retried(first), elsewhere]).map(({ cause }) => cause);
    expect(new Set(causes).size).toBe(2);
  });

  it('any ten minutes: agrees with a brute-force search', () => {
    const attempt = record({
      ms: integer({ min: 0, max: 40 * MINUTE_MS }),
      failed: constantFrom(0, 1, 1, 1),
    });
    assert(
      property(array(attempt, { minLength: 5, maxLength: 40 }), (attempts) => {
        const pairs = attempts.map(({ ms, failed }): [number, number] => [ms, failed]);
        const sorted = pairs.toSorted((left, right) => left[0] - right[0]);
        const storm = sorted.some(([endMs], end) => {
          const some = sorted.slice(0, end + 1).filter(([ms]) => ms >= endMs - 10 * MINUTE_MS);
          return some.length >= 10 && some.filter(([, failed]) => failed === 1).length >= 0.7 * some.length;
        });
        expect(retryStorms([retried(pairs)]).length > 0).toBe(storm);
      }),
      { numRuns: 300 },
    );
  });
});

describe('redactions', () => {
  const group = (kind: string, inInput: boolean, inOutput: boolean) => ({
    project: 1,
    kind,
    inInput,
    inOutput,
    calls: 3,
    firstMs: T,
    lastMs: T,
    callIds: ['a'],
    traceIds: [],
  });
  it.each([
    ['email', false, true, ['low'], []],
    ['email', true, true, ['low'], []],
    ['email', true, false, [], []],
    ['credit_card', false, true, ['high'], []],
    ['credit_card', true, true, ['medium'], []],
    ['us_ssn', false, true, ['critical'], []],
    ['api_key', false, true, ['high'], []],
    ['api_key', true, true, [], ['high']],
    ['private_key', true, false, [], ['critical']],
    ['other', false, true, ['medium'], []],
    ['__proto__', false, true, ['medium'], []],
  ] as const)('%s, in the input %s, in the output %s', (kind, inInput, inOutput, leaks, secrets) => {
    const groups = [group(kind, inInput, inOutput)];
    expect(piiLeaks(groups).map(({ severity }) => severity)).toEqual(leaks);
    expect(secretsInPrompts(groups).map(({ severity }) => severity)).toEqual(secrets);
  });
});

describe('prompt_injection', () => {
  const flagged = (labels: string[], score: number, callId = 'a'): Flagged => ({
    projectNumber: 1,
    callId,
    callTimestamp: T,
    labels,
    score,
  });
  it('is any label that names an attack, and other harm if the classifier is nearly sure', () => {
    expect(promptInjections([flagged(['hate', 'Prompt_Injection'], 0.3)])).toMatchObject([
      { cause: 'prompt_injection', severity: 'medium', title: 'Prompt injection: prompt_injection' },
    ]);
    expect(promptInjections([flagged(['jailbreak'], 0.95), flagged(['jailbreak'], 0.2, 'b')])).toMatchObject([
      { total: 2, severity: 'high', callIds: ['a', 'b'] },
    ]);
    expect(promptInjections([flagged(['violence'], 0.79), flagged([], 0.99)])).toEqual([]);
    expect(promptInjections([flagged(['violence'], 0.8)])).toMatchObject([
      { severity: 'low', title: 'Unsafe content: violence' },
    ]);
  });
});

describe('silent_model_change', () => {
  const asked = { project: 1, provider: 'openai', model: 'gpt-5' };
  const answer = (responseModel: string, calls: number, firstMs: number): AnsweringModel => ({
    ...asked,
    responseModel,
    calls,
    firstMs,
    lastMs: T,
  });
  const fresh = (responseModel: string, calls: number): CallGroup => ({
    ...asked,
    responseModel,
    calls,
    errors: 0,
    redacted: 0,
    failedInputs: 0,
    firstMs: T,
    quarters: [],
  });
  const seen = (groups: CallGroup[], answers: AnsweringModel[]) =>
    modelChanges(groups, answers, T).map(({ values }) => 'from' in values && [values.from, values.to]);
  const steady = answer('a', 20, T - 2 * DAY_MS);
  const changed = answer('b', 5, T - HOUR_MS);

  it('is another response model for the same request, after a steady one', () => {
    expect(seen([fresh('b', 5)], [changed, steady])).toEqual([['a', 'b']]);
    expect(seen([fresh('b', 5)], [{ ...steady, calls: 19 }, changed])).toEqual([]);
    expect(seen([fresh('b', 5)], [steady, { ...changed, calls: 4 }])).toEqual([]);
    expect(seen([fresh('b', 5)], [answer('a', 99, T - 3 * HOUR_MS), changed])).toEqual([]);
    expect(seen([fresh('b', 5)], [answer('a', 100, T - 3 * HOUR_MS), changed])).toEqual([['a', 'b']]);
  });

  it('is not an alias that varies, a few strays, an old change or another model', () => {
    expect(seen([fresh('b', 5)], [steady, answer('c', 3, T - DAY_MS), changed])).toEqual([]);
    expect(seen([fresh('b', 5)], [steady, changed, answer('c', 1, T - 60_000)])).toEqual([]);
    expect(seen([fresh('b', 5), fresh('a', 6)], [steady, changed])).toEqual([]);
    expect(
      seen([fresh('b', 5)], [answer('a', 500, T - 9 * DAY_MS), answer('b', 50, T - 4 * DAY_MS)]),
    ).toEqual([]);
    expect(seen([{ ...fresh('b', 5), model: 'gpt-6' }], [steady, changed])).toEqual([]);
    expect(seen([fresh('', 5)], [steady, changed])).toEqual([]);
  });
});
