// Conditions on calls, compared with a plain filter over the inserted records: in lists, numbers from the
// rollup and from the calls, and facets under a filter.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectAggregate } from './aggregate.ts';
import type { CallCondition } from './call-conditions.ts';
import { selectCalls } from './calls.ts';
import { selectFacetValues } from './facets.ts';
import { selectPercentiles } from './percentiles.ts';
import type { Scope } from './scope.ts';
import { selectSessions } from './sessions.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const window = { startMs: now - 5 * DAY_MS - 77_777, endMs: now - DAY_MS - 333_333 };
const KNOWN = [
  { id: 5, name: 'greet', version: '1' },
  { id: 6, name: 'greet', version: '2' },
];

const ODD = ["o'neil", '\\N', '{account: UInt32}', "') OR 1=1 --", '日本 🚀'];
const TOOLS = [[], ['search'], ['search', 'fetch'], ["it's \\"]];
const REASONS = [null, [], ['stop'], ['tool_calls', 'stop'], 'stop'];

const made = fc.record({
  atMs: fc.integer({ min: now - 8 * DAY_MS, max: now - 1 }),
  provider: fc.constantFrom('openai', 'anthropic', ...ODD),
  model: fc.constantFrom('gpt-5', 'GPT-5', ...ODD),
  tags: fc.dictionary(fc.constantFrom('env', "te'am"), fc.constantFrom('', 'prod', "d'ev"), { maxKeys: 2 }),
  userId: fc.constantFrom('', 'ada', ...ODD),
  sessionId: fc.constantFrom(null, 's1', ...ODD),
  error: fc.constantFrom(null, null, 'boom', ...ODD),
  latencyMs: fc.constantFrom(0, 1.5, 2_000),
  ttftMs: fc.constantFrom(-1, 0, 0.5, 300),
  totalTokens: fc.constantFrom(0, 15, 1e6),
  costUsd: fc.constantFrom(0, 0.25, 1 / 3),
  promptId: fc.constantFrom(0, 5, 6, 99),
  promptName: fc.constantFrom('', 'greet', 'other'),
  promptVersion: fc.constantFrom('', '1', '9'),
  tools: fc.constantFrom(...TOOLS),
  reasons: fc.constantFrom(...REASONS),
});
type Made = typeof made extends fc.Arbitrary<infer Each> ? Each : never;

const CALLS = fc.sample(made, { seed: 52, numRuns: 300 });
const idOf = (at: number): string => `${ODD[at] ?? ''}c${at}`;

const rowOf = (each: Made, at: number, of = account) => ({
  ...callRow(
    { account: of, userId: each.userId },
    plainCall(idOf(at), each.atMs, {
      provider: each.provider,
      model: each.model,
      tags: { ...each.tags },
      error: each.error,
      sessionId: each.sessionId,
      latencyMs: each.latencyMs,
      totalTokens: each.totalTokens,
      costUsd: each.costUsd,
      // Emitters name a tool in two ways.
      toolCalls:
        each.tools.length === 0
          ? null
          : each.tools.map((name, index) => (index % 2 === 0 ? { name } : { function: { name } })),
      requestMeta: each.reasons === null ? null : { finishReasons: each.reasons },
    }),
  ),
  ttft_ms: each.ttftMs,
  finish_reason: (Array.isArray(each.reasons) ? each.reasons[0] : each.reasons) ?? '',
  prompt_id: each.promptId,
  prompt_name: each.promptName,
  prompt_version: each.promptVersion,
});

const promptOf = ({ promptId }: Made) => KNOWN.find(({ id }) => id === promptId);

/** The values of a field; a call without one has the empty text. */
const TEXTS: Record<string, (each: Made, at: number) => readonly string[]> = {
  provider: ({ provider }) => [provider],
  model: ({ model }) => [model],
  status: ({ error }) => [error === null ? 'ok' : 'failed'],
  error: ({ error }) => [error ?? ''],
  userId: ({ userId }) => [userId],
  sessionId: ({ sessionId }) => [sessionId ?? ''],
  id: (_each, at) => [idOf(at)],
  promptName: (each) => [promptOf(each)?.name ?? each.promptName],
  promptVersion: (each) => [promptOf(each)?.version ?? each.promptVersion],
  finishReason: ({ reasons }) => [(Array.isArray(reasons) ? reasons[0] : reasons) ?? ''],
  tool: ({ tools }) => tools,
  'tag:env': ({ tags }) => (tags['env'] === undefined ? [] : [tags['env']]),
  "tag:te'am": ({ tags }) => (tags["te'am"] === undefined ? [] : [tags["te'am"]]),
};
const NUMBERS: Record<string, (each: Made) => number | null> = {
  latencyMs: ({ latencyMs }) => latencyMs,
  ttftMs: ({ ttftMs }) => (ttftMs < 0 ? null : ttftMs),
  totalTokens: ({ totalTokens }) => totalTokens,
  costUsd: ({ costUsd }) => costUsd,
};

function meets({ field, op, values }: CallCondition, each: Made, at: number): boolean {
  const number = NUMBERS[field]?.(each);
  const bound = Number(values[0]);
  if (number !== undefined) return number !== null && (op === 'atLeast' ? number >= bound : number <= bound);
  const has = (TEXTS[field]?.(each, at) ?? []).some((value) => values.includes(value));
  return op === 'isNot' ? !has : has;
}

const VALUES = [
  '',
  'openai',
  'gpt-5',
  'ok',
  'boom',
  'ada',
  'prod',
  's1',
  'greet',
  '1',
  '2',
  'stop',
  'search',
  'c7',
  ...ODD,
];
const texts = fc.record({
  field: fc.constantFrom(...Object.keys(TEXTS)),
  op: fc.constantFrom('is' as const, 'isNot' as const),
  values: fc.array(fc.constantFrom(...VALUES), { minLength: 1, maxLength: 6 }),
});
const ranges = fc.record({
  field: fc.constantFrom(...Object.keys(NUMBERS)),
  op: fc.constantFrom('atLeast' as const, 'atMost' as const),
  values: fc.constantFrom(0, 0.25, 0.5, 15, 1_999.5, 1e6).map((value) => [value]),
});
const conditions = fc.array(fc.oneof(texts, ranges), { minLength: 1, maxLength: 3 });

const found = (where: readonly CallCondition[]) =>
  CALLS.flatMap((each, at) =>
    each.atMs >= window.startMs &&
    each.atMs < window.endMs &&
    where.every((condition) => meets(condition, each, at))
      ? [{ each, id: idOf(at) }]
      : [],
  );

const every = [
  ...Object.keys(TEXTS).flatMap((field) =>
    (['is', 'isNot'] as const).map((op) => [{ field, op, values: VALUES.slice(0, 12) }]),
  ),
  ...Object.keys(NUMBERS).flatMap((field) =>
    (['atLeast', 'atMost'] as const).map((op) => [{ field, op, values: [0.5] }]),
  ),
];
const CASES: readonly (readonly CallCondition[])[] = [
  ...every,
  ...ODD.map((value) => [{ field: 'userId', op: 'is' as const, values: [value] }]),
  ...fc.sample(conditions, { seed: 7, numRuns: 30 }),
];

const order = { by: 'timestamp', descending: true } as const;
const sorted = (ids: readonly string[]) => ids.toSorted();

describe.each(await testEngines())('conditions on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  let asking: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    asking = batching(engine);
    await migrateRecords(engine);
    const other = newAccount();
    await engine.insert('calls', [
      ...CALLS.map((each, at) => rowOf(each, at)),
      ...CALLS.slice(0, 40).map((each, at) => rowOf(each, at, other)),
    ]);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('find the same calls as a plain filter, field by field and together', async () => {
    const lists = await Promise.all(
      CASES.map((where) =>
        selectCalls({ ...window, where, known: KNOWN }, { order, after: null, limit: 1_000 }).run(
          asking,
          scope,
        ),
      ),
    );
    CASES.forEach((where, at) => {
      expect([where, sorted((lists[at] ?? []).map(({ call }) => call.id))]).toEqual([
        where,
        sorted(found(where).map(({ id }) => id)),
      ]);
    });
    // The cases are meaningful: most find some calls and leave some out.
    const sizes = CASES.map((where) => found(where).length);
    expect(sizes.filter((size) => size > 0 && size < found([]).length).length).toBeGreaterThan(30);
  });

  it('narrow numbers and sessions in the same way, also where the rollup answers', async () => {
    const summed: readonly CallCondition[] = [
      { field: 'provider', op: 'isNot', values: ['openai'] },
      { field: 'model', op: 'is', values: ['gpt-5', '日本 🚀'] },
    ];
    const unsummed: readonly CallCondition[] = [...summed, { field: 'tool', op: 'is', values: ['search'] }];
    for (const where of [summed, unsummed]) {
      const wanted = found(where);
      const filter = { ...window, where };
      const [counts, spread, { sessions }] = await Promise.all([
        selectAggregate(filter, { axis: 'provider', metric: 'count' }).run(asking, scope),
        selectPercentiles(filter, { metric: 'latency', axis: null }).run(asking, scope),
        selectSessions(filter, { after: null, limit: 100 }).run(asking, scope),
      ]);
      expect(counts.total.count).toBe(wanted.length);
      const byProvider = Object.groupBy(wanted, ({ each }) => each.provider);
      expect(Object.fromEntries(counts.groups.map(({ key, count }) => [key, count]))).toEqual(
        Object.fromEntries(Object.entries(byProvider).map(([key, calls]) => [key, calls?.length])),
      );
      expect(spread.count).toBe(wanted.length);
      expect(sorted(sessions.map(({ sessionId }) => sessionId))).toEqual(
        sorted([...new Set(wanted.flatMap(({ each }) => each.sessionId ?? []))]),
      );
    }
  });

  it('narrow facets', async () => {
    const where: readonly CallCondition[] = [
      { field: 'status', op: 'is', values: ['failed'] },
      { field: 'promptName', op: 'isNot', values: ['other'] },
    ];
    const facets = ['status', 'promptVersion', 'tool', 'finishReason', 'provider'] as const;
    const asked = await Promise.all(
      facets.map((facet) =>
        selectFacetValues({ ...window, where, known: KNOWN }, { facet, limit: 50 }).run(asking, scope),
      ),
    );
    facets.forEach((facet, at) => {
      const counts = new Map<string, number>();
      for (const { each } of found(where))
        for (const value of new Set(TEXTS[facet]?.(each, 0)))
          if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
      expect([
        facet,
        Object.fromEntries((asked[at] ?? []).map(({ value, count }) => [value, count])),
      ]).toEqual([facet, Object.fromEntries(counts)]);
    });
  });
});
