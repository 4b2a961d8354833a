// Random calls with odd values and times, and random queries about them. The same seed gives the same ones.
import * as fc from 'fast-check';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/clock';
import { METRICS, type AggregateQuestion, type Scope, type WindowedFilter } from '#records';
import { ORACLE_AXES, type OracleCall } from './query-oracle.ts';

const QUARTER_MS = 15 * MINUTE_MS;

/** Records are within this many days before. */
const FIRST_DAYS = 35;

const amount = fc.oneof(
  fc.constantFrom(0, 0, 1, 5, 5, 0.1, 0.30000000000000004, 1e-9, 123_456.789),
  fc.double({ min: 0, max: 1_000_000, noNaN: true, noDefaultInfinity: true }),
);
const tokens = fc.oneof(fc.constantFrom(0, 0, 1, 0.5), fc.integer({ min: 0, max: 2_000_000 }));

/** Any time, or one next to the edge of a quarter hour, an hour or a day, in UTC or another zone. */
const momentBefore = (lastMs: number): fc.Arbitrary<number> =>
  fc.oneof(
    fc.integer({ min: lastMs - FIRST_DAYS * DAY_MS, max: lastMs }),
    fc
      .tuple(
        fc.constantFrom(QUARTER_MS, HOUR_MS, DAY_MS, DAY_MS / 2),
        fc.integer({ min: 0, max: 60 }),
        fc.constantFrom(-1, 0, 1, 14 * MINUTE_MS, -7 * MINUTE_MS),
      )
      .map(([step, steps, beside]) => Math.floor(lastMs / step) * step - (steps % 34) * step + beside),
  );

const MODELS = ['gpt-4o', 'GPT-4o-mini', 'claude', 'm 日本', "it's \\ one"];
const PROVIDERS = ['openai', 'anthropic', 'google', 'mistral'];
const TAGS = ['env', 'team', 'tëam 🚀'];
const ERRORS = ['rate limit', 'timeout', 'Größe', "it's; DROP"];

const call = (lastMs: number) =>
  fc.record({
    project: fc.constantFrom(1, 1, 2),
    timestampMs: momentBefore(lastMs),
    provider: fc.constantFrom(...PROVIDERS),
    model: fc.constantFrom(...MODELS),
    promptTokens: tokens,
    completionTokens: tokens,
    totalTokens: tokens,
    cachedTokens: tokens,
    reasoningTokens: tokens,
    audioTokens: tokens,
    costUsd: amount,
    cacheSavingsUsd: amount,
    latencyMs: amount,
    ttftMs: fc.option(amount),
    tags: fc.dictionary(fc.constantFrom(...TAGS), fc.constantFrom('', 'prod', 'dev', '日本'), { maxKeys: 3 }),
    error: fc.option(fc.constantFrom(...ERRORS), { freq: 2 }),
    userId: fc.constantFrom('', 'ada', "o'neil", '日本 🚀'),
    sessionId: fc.constantFrom('', 's1', 's2', 's3'),
    agent: fc.constantFrom('', 'planner', 'writer'),
    evalRun: fc.constantFrom(0, 0, 0, 0, 9),
  });

/** Accounts with no call, with one, and with many. */
export function randomCalls(seed: number, accounts: readonly number[], lastMs: number): OracleCall[] {
  const many = fc.oneof(fc.array(call(lastMs), { maxLength: 1 }), {
    weight: 4,
    arbitrary: fc.array(call(lastMs), { minLength: 30, maxLength: 90, size: 'max' }),
  });
  return fc.sample(many, { seed, numRuns: accounts.length }).flatMap((calls, at) =>
    calls.map((each, place) => ({
      ...each,
      tags: { ...each.tags },
      account: accounts[at] ?? 0,
      id: `${at}-${place}`,
    })),
  );
}

export interface RandomQuestion {
  scope: Scope;
  filter: WindowedFilter;
  aggregate: AggregateQuestion;
  buckets: number;
}

const offset = fc.oneof(
  fc.constantFrom(-840, 840, 0, 540, -300, 345, 1, -1),
  fc.integer({ min: -840, max: 840 }),
);

/** Uses all axes and metrics in turn; the rest of each query is random. */
export function randomQuestions(
  seed: number,
  count: number,
  accounts: readonly number[],
  lastMs: number,
): RandomQuestion[] {
  const maybe = <Value>(value: fc.Arbitrary<Value>) => fc.option(value, { nil: undefined, freq: 3 });
  const rarely = <Value>(value: fc.Arbitrary<Value>) =>
    fc.tuple(fc.nat({ max: 7 }), value).map(([dice, given]) => (dice === 0 ? given : undefined));
  const whole = fc.constant([lastMs - FIRST_DAYS * DAY_MS, lastMs + 1] as const);
  const part = fc
    .tuple(momentBefore(lastMs), momentBefore(lastMs))
    .map(([a, b]) => [Math.min(a, b), Math.max(a, b) + 1] as const);
  const question = fc.record({
    account: fc.constantFrom(...accounts),
    project: fc.constantFrom(null, null, null, 1, 2),
    since: fc.oneof({ weight: 3, arbitrary: fc.constant(lastMs - 90 * DAY_MS) }, momentBefore(lastMs)),
    window: fc.oneof(whole, part),
    provider: rarely(fc.constantFrom(...PROVIDERS)),
    model: rarely(fc.constantFrom('gpt', 'GPT-4O', '日本', "'", 'none such')),
    tags: rarely(fc.constantFrom({}, { env: 'prod' }, { env: '', team: 'dev' })),
    error: rarely(fc.constantFrom(true, false, 'limit', "'")),
    includeEvalRuns: rarely(fc.boolean()),
    tagKey: fc.constantFrom(...TAGS, 'none such'),
    offset: maybe(offset),
    buckets: fc.constantFrom(1, 2, 7, 30, 100),
  });
  return fc.sample(question, { seed, numRuns: count }).map((each, at) => {
    const [startMs, endMs] = each.window;
    const { provider, model, tags, error, includeEvalRuns } = each;
    const filter = { startMs, endMs, provider, model, tags, error, includeEvalRuns };
    const axis = ORACLE_AXES[at % ORACLE_AXES.length] ?? 'day';
    return {
      scope: { account: each.account, project: each.project, sinceMs: each.since + (at % 2) / 2 },
      filter: Object.fromEntries(
        Object.entries(filter).filter(([, value]) => value !== undefined),
      ) as unknown as WindowedFilter,
      aggregate: {
        axis,
        metric: METRICS[at % METRICS.length] ?? 'cost',
        tagKey: each.tagKey,
        offsetMinutes: axis === 'day' ? (each.offset ?? 0) : 0,
      },
      buckets: each.buckets,
    };
  });
}
