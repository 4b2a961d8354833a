// Facet values from the rollup and from the calls, compared with counts over the inserted records.
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import { selectFacetValues, type FacetQuestion, type FacetValue } from './facets.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
/** Cuts through quarters of an hour at both ends. */
const window = { startMs: now - 5 * DAY_MS - 77_777, endMs: now - DAY_MS - 333_333 };
const LONG = `${'é'.repeat(255)}🚀`;
const PROMPTS = [
  { id: 5, name: 'greet', version: '1' },
  { id: 6, name: 'greet', version: '2' },
  { id: 8, name: 'bye 🚀', version: '1' },
];

const made = fc.record({
  atMs: fc.integer({ min: now - 8 * DAY_MS, max: now - 1 }),
  provider: fc.constantFrom('openai', 'anthropic', 'google'),
  model: fc.constantFrom('gpt-5', "it's \\ one", '日本'),
  tags: fc.dictionary(fc.constantFrom('env', 'team 🚀', 'constructor'), fc.constantFrom('', 'prod', "d'ev"), {
    maxKeys: 3,
  }),
  userId: fc.constantFrom('', 'ada', "o'neil"),
  error: fc.constantFrom(null, null, 'boom', `${LONG} one`, `${LONG} two`),
  promptId: fc.constantFrom(0, 0, 5, 6, 8, 99),
  promptName: fc.constantFrom('', '', 'greet', 'other'),
  project: fc.constantFrom(1, 1, 2),
  evalRun: fc.constantFrom(0, 0, 0, 4),
});
type Made = typeof made extends fc.Arbitrary<infer Each> ? Each : never;

const CALLS = fc.sample(made, { seed: 5, numRuns: 400 });

const rowOf = (each: Made, at: number, of = account) => ({
  ...callRow(
    { account: of, project: each.project, evalRun: each.evalRun, userId: each.userId },
    plainCall(`c${at}`, each.atMs, {
      provider: each.provider,
      model: each.model,
      tags: { ...each.tags },
      error: each.error,
    }),
  ),
  prompt_id: each.promptId,
  prompt_name: each.promptName,
});

const byBytes = (left: string, right: string): number =>
  Buffer.compare(Buffer.from(left), Buffer.from(right));

function expected(valuesOf: (each: Made) => readonly string[], limit: number, project: number | null = null) {
  const counts = new Map<string, number>();
  for (const each of CALLS) {
    const within = each.atMs >= window.startMs && each.atMs < window.endMs;
    if (!within || each.evalRun !== 0 || (project !== null && each.project !== project)) continue;
    for (const value of valuesOf(each)) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return [...counts]
    .map(([value, count]): FacetValue => ({ value, count }))
    .toSorted((left, right) => right.count - left.count || byBytes(left.value, right.value))
    .slice(0, limit);
}

const present = (value: string | null): string[] => (value === null || value === '' ? [] : [value]);

const CASES: [FacetQuestion, (each: Made) => readonly string[], known?: typeof PROMPTS][] = [
  [{ facet: 'provider', limit: 50 }, ({ provider }) => [provider]],
  [{ facet: 'model', limit: 2 }, ({ model }) => [model]],
  [{ facet: 'tagKey', limit: 50 }, ({ tags }) => Object.keys(tags)],
  [
    { facet: 'tag', tagKey: 'team 🚀', limit: 50 },
    ({ tags }) => (Object.hasOwn(tags, 'team 🚀') ? [tags['team 🚀'] ?? ''] : []),
  ],
  [{ facet: 'tag', tagKey: 'toString', limit: 50 }, () => []],
  [{ facet: 'userId', limit: 50 }, ({ userId }) => present(userId)],
  [{ facet: 'promptName', limit: 50 }, ({ promptName }) => present(promptName)],
  [
    { facet: 'promptName', limit: 50 },
    ({ promptId, promptName }) => present(PROMPTS.find(({ id }) => id === promptId)?.name ?? promptName),
    PROMPTS,
  ],
  [{ facet: 'error', limit: 50 }, ({ error }) => present(error && (error === 'boom' ? error : LONG))],
];

describe.each(await testEngines())('facets on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
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

  it('every field: the values in the window and how many calls have them; for a project only its own', async () => {
    const asking = batching(engine);
    const inProject = { ...scope, project: 2 };
    const [all, own] = await Promise.all(
      [scope, inProject].map((each) =>
        Promise.all(
          CASES.map(([question, , known = []]) =>
            selectFacetValues({ ...window, known }, question).run(asking, each),
          ),
        ),
      ),
    );
    CASES.forEach(([question, valuesOf], at) => {
      expect([question, all?.[at]]).toEqual([question, expected(valuesOf, question.limit)]);
      expect([question, own?.[at]]).toEqual([question, expected(valuesOf, question.limit, 2)]);
    });
  });
});
