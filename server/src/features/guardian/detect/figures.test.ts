// Each kind sends every number of its title and detail as a figure, so clients can word them.
import { Check } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { FindingFigures } from '../figures.ts';
import { FINDING_KINDS } from '../kinds.ts';
import { oneOfMany } from '../scan/save-findings.ts';
import { costSpikes } from './cost-spike.ts';
import { errorBursts } from './error-burst.ts';
import { latencyKey, latencySpikes } from './latency-spike.ts';
import { piiLeaks } from './pii-leak.ts';
import { projectQuarters } from './project-quarters.ts';
import { promptInjections } from './prompt-injection.ts';
import { retryStorms } from './retry-storm.ts';
import { runawayTraces } from './runaway-trace.ts';
import { secretsInPrompts } from './secret-in-prompt.ts';
import type { Sighting } from './sighting.ts';
import { modelChanges } from './silent-model-change.ts';
import { toolLoops } from './tool-loop.ts';
import type { QuarterSums } from '../records/quarters.ts';
import type { QuarterBaseline } from '../records/baseline.ts';

const T = Date.UTC(2026, 0, 15, 10);
const seen = { project: 1, firstMs: T, lastMs: T, callIds: [], traceIds: [] };
const asked = { project: 1, provider: 'openai', model: 'gpt-5' };

const sums = (changes: Partial<QuarterSums>): QuarterSums => ({
  ...asked,
  quarter: Math.floor(T / 900_000),
  calls: 100,
  errors: 0,
  failedInputs: 0,
  costUsd: 1,
  maxCostUsd: 0.1,
  answered: 100,
  p75LatencyMs: 800,
  lastMs: T,
  ...changes,
});
const usual: QuarterBaseline = {
  project: 1,
  quarters: 1_000,
  days: 14,
  calls: 10_000,
  errors: 150,
  q50: 0.5,
  q90: 1,
  q99: 2,
};
const quarters = new Map([[1, usual]]);
const latency = { ...asked, calls: 500, days: 14, q50: 500, q95: 900 };
const trace = { ...seen, traceId: 'trace-1', calls: 40 };

const SEEN: [Sighting[], Sighting['values']][] = [
  [
    toolLoops([{ ...seen, traceId: 'trace-1', source: 'observation', told: 'search', hash: '1', times: 7 }]),
    { tool: 'search', repeats: 7, threshold: 5, traceId: 'trace-1' },
  ],
  [
    runawayTraces([{ ...trace, spans: 600, costUsd: 30 }], new Map()),
    {
      traceId: 'trace-1',
      over: 'both',
      spans: 600,
      calls: 40,
      costUsd: 30,
      spanLimit: 500,
      costLimitUsd: 25,
      usualSpans: 0,
      usualCostUsd: 0,
    },
  ],
  [
    errorBursts(projectQuarters([sums({ errors: 40, failedInputs: 40 })]), quarters),
    {
      errors: 40,
      calls: 100,
      errorRate: 0.4,
      usualErrorRate: 0.015,
      provider: 'openai',
      model: 'gpt-5',
      startAt: '2026-01-15T10:00:00.000Z',
      windowMinutes: 15,
    },
  ],
  [
    costSpikes(projectQuarters([sums({ costUsd: 50 })]), quarters),
    {
      costUsd: 50,
      limitUsd: 10,
      usualCostUsd: 0.5,
      highestUsualCostUsd: 2,
      calls: 100,
      provider: 'openai',
      model: 'gpt-5',
      modelCostUsd: 50,
      startAt: '2026-01-15T10:00:00.000Z',
      windowMinutes: 15,
    },
  ],
  [
    latencySpikes([sums({ p75LatencyMs: 9_000 })], new Map([[latencyKey(asked), latency]])),
    {
      provider: 'openai',
      model: 'gpt-5',
      p75LatencyMs: 9_000,
      limitMs: 2_000,
      usualP50Ms: 500,
      usualP95Ms: 900,
      calls: 100,
      startAt: '2026-01-15T10:00:00.000Z',
      windowMinutes: 15,
    },
  ],
  [
    retryStorms([
      { ...seen, ...asked, hash: '1', attempts: Array.from({ length: 12 }, (_, at) => [T + at * 1_000, 1]) },
    ]),
    { provider: 'openai', model: 'gpt-5', attempts: 12, failures: 12, windowMinutes: 10 },
  ],
  [
    piiLeaks([{ ...seen, kind: 'email', inInput: true, inOutput: true, calls: 3 }]),
    { redaction: 'email', calls: 3, foundIn: 'input_and_output' },
  ],
  [
    promptInjections([
      { projectNumber: 1, callId: 'a', callTimestamp: T, labels: ['jailbreak'], score: 0.91 },
    ]),
    { label: 'jailbreak', highestScore: 0.91, calls: 1, flaggedAs: 'attack' },
  ],
  [
    secretsInPrompts([{ ...seen, kind: 'api_key', inInput: true, inOutput: false, calls: 2 }]),
    { redaction: 'api_key', calls: 2 },
  ],
  [
    modelChanges(
      [
        {
          ...asked,
          responseModel: 'b',
          calls: 5,
          errors: 0,
          redacted: 0,
          failedInputs: 0,
          firstMs: T,
          quarters: [],
        },
      ],
      [
        { ...asked, responseModel: 'a', calls: 20, firstMs: T - 2 * DAY_MS, lastMs: T },
        { ...asked, responseModel: 'b', calls: 5, firstMs: T - HOUR_MS, lastMs: T },
      ],
      T + MINUTE_MS,
    ),
    {
      provider: 'openai',
      requestedModel: 'gpt-5',
      from: 'a',
      to: 'b',
      callsBefore: 20,
      callsAfter: 5,
      changedAt: '2026-01-15T09:00:00.000Z',
    },
  ],
];

const fits = ({ kind, values }: Sighting): boolean => Check(FindingFigures.properties[kind], values);

describe('figures', () => {
  it('are declared for every kind and tested here', () => {
    expect(Object.keys(FindingFigures.properties).toSorted()).toEqual([...FINDING_KINDS].toSorted());
    expect(SEEN.map(([[sighting]]) => sighting?.kind).toSorted()).toEqual([...FINDING_KINDS].toSorted());
  });

  it.each(SEEN.map(([[sighting], values]) => [sighting?.kind, sighting, values] as const))(
    'of %s cover all numbers of the sentences',
    (_kind, sighting, values) => {
      expect(sighting?.values).toEqual(values);
      expect(sighting && fits(sighting)).toBe(true);
    },
  );

  it.each(SEEN.map(([[sighting]]) => [sighting?.kind, sighting] as const))(
    'of the merged %s finding name the day and the number of separate findings',
    (_kind, sighting) => {
      if (!sighting) throw new Error('Nothing was seen.');
      const one = oneOfMany(sighting, T - (T % DAY_MS), 100);
      expect(one.values).toEqual({ ...sighting.values, day: '2026-01-15', ownFindings: 100 });
      expect(fits(one)).toBe(true);
    },
  );

  it('name the limit that a trace exceeds', () => {
    const over = (spans: number, costUsd: number) =>
      runawayTraces([{ ...trace, spans, costUsd }], new Map()).map(
        ({ values }) => 'over' in values && values.over,
      );
    expect([over(500, 1), over(10, 25), over(500, 25)]).toEqual([['spans'], ['cost'], ['both']]);
  });
});
