// Queries the figures for proposals from the real tables, with a few calls whose sums are computed by hand.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#lib/clock';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { STORED_TOKENS, type StoredTokensCase } from '#test/oracles/stored-tokens';
import { openEngine, type RecordsEngine } from '../../../store/records/engine/engine.ts';
import { migrateRecords } from '../../../store/records/migrations/migrate.ts';
import { selectAccountsWithCalls } from './accounts-with-calls.ts';
import { selectCallClasses } from './class-figures.ts';
import { selectLongContexts } from './long-contexts.ts';
import { selectRepeatedInputs } from './repeated-inputs.ts';
import { selectClassesOfCalls } from './classes-of-calls.ts';
import { selectPromptVersions } from './prompt-versions.ts';
import type { Scope } from '#records';

// Noon, so that calls a few minutes apart are on the same day, and in the same five minutes where intended.
const noon = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: noon - 30 * DAY_MS };
const window = { startMs: noon - 20 * DAY_MS, endMs: noon + DAY_MS };
const prompts = [{ id: 6, name: "greet's 🚀", version: '2' }];

interface More {
  input_hash?: number;
  prompt_id?: number;
  prompt_name?: string;
  prompt_version?: string;
  account?: number;
  eval_run?: number;
  project?: number;
}

const row = (
  id: string,
  minute: number,
  changes: Partial<ReturnType<typeof plainCall>> & {
    tokens?: Partial<StoredTokensCase>;
  },
  more: More = {},
) => {
  const { tokens = {}, ...rest } = changes;
  const { prompt = 10, completion = 5, total = prompt + completion } = tokens;
  const made = callRow(
    { account },
    plainCall(id, noon + minute * MINUTE_MS, {
      promptTokens: prompt,
      completionTokens: completion,
      totalTokens: total,
      usage: {
        uncachedInput: 0,
        cacheRead: tokens.cacheRead ?? 0,
        cacheWrite: tokens.cacheWrite ?? 0,
        outputText: 0,
        reasoning: tokens.reasoning ?? 0,
        audio: tokens.audio ?? 0,
      },
      ...rest,
    }),
  );
  return { ...made, ...more };
};

const ROWS = [
  ...STORED_TOKENS.map(({ stored: tokens }, at) =>
    row(`u${at}`, at, { model: `shape-${at}`, tokens, costUsd: 0 }),
  ),
  // A class by prompt: three calls in one slot, one in another the day before, one that failed.
  row(
    'a1',
    0,
    { costUsd: 1, tokens: { prompt: 1_000 }, traceId: 't1', requestMeta: { gateway: 'azure' } },
    { prompt_id: 6, prompt_name: 'old', prompt_version: 'old', input_hash: 9 },
  ),
  row(
    'a2',
    1,
    { costUsd: 2, tokens: { prompt: 1_200 }, traceId: 't1', requestMeta: { gateway: 'azure' } },
    { prompt_name: "greet's 🚀", prompt_version: '2', input_hash: 9 },
  ),
  row(
    'a3',
    2,
    { costUsd: 4, tokens: { prompt: 1_400 }, toolCalls: [{ name: 'x' }], requestMeta: { gateway: 'groq' } },
    { prompt_name: "greet's 🚀", prompt_version: '2', input_hash: 9 },
  ),
  row(
    'a4',
    -1_440,
    { costUsd: 8, tokens: { prompt: 1_100 } },
    { prompt_name: "greet's 🚀", prompt_version: '1', input_hash: 9 },
  ),
  row(
    'a5',
    3,
    { costUsd: 16, error: 'boom', traceId: 't2', tokens: { prompt: 0, completion: 0 } },
    { prompt_id: 6, input_hash: 9 },
  ),
  // Classes by tag: the first of the known keys counts.
  row('b1', 0, { tags: { step: 'one', feature: 'sort' }, costUsd: 0.5, toolCalls: [] }),
  row('b2', 0, { tags: { user: '77' }, costUsd: 0.25 }, { project: 2 }),
  // A session that grows, and one that does not.
  ...[1, 2, 3, 4, 5].map((at) =>
    row(`s${at}`, at, {
      model: 'long',
      sessionId: 'grows',
      traceId: `g${at}`,
      costUsd: 1,
      tokens: { prompt: at * 4_000, completion: 7 },
    }),
  ),
  ...[1, 2, 3, 4, 5].map((at) =>
    row(`f${at}`, at, {
      model: 'long',
      sessionId: 'flat',
      costUsd: 1,
      tokens: { prompt: 20_000, completion: 7 },
    }),
  ),
  // Calls that do not count: of another account, of an evaluation run, outside the window.
  row('x1', 0, { costUsd: 99 }, { account: newAccount(), prompt_id: 6, input_hash: 9 }),
  row('x2', 0, { costUsd: 99 }, { eval_run: 3, prompt_id: 6, input_hash: 9 }),
  row('x3', -1_440 * 25, { costUsd: 99 }, { prompt_id: 6, input_hash: 9 }),
];

describe.each(await testEngines())('proposals on the $name engine', ({ config }) => {
  const options = testOptions();
  let engine: RecordsEngine;
  beforeAll(async () => {
    engine = await openEngine(config, options);
    await migrateRecords(engine);
    await engine.insert('calls', ROWS);
  });
  afterAll(async () => {
    await engine.command(`DROP DATABASE ${options.database} SYNC`);
    await engine.close();
  });

  it('sums classes in the token buckets that have prices', async () => {
    const classes = await selectCallClasses(window, prompts, 100).run(engine, scope);
    const shapes = STORED_TOKENS.map((_, at) => classes.find(({ model }) => model === `shape-${at}`)?.usage);
    expect(shapes).toEqual(STORED_TOKENS.map(({ buckets }) => buckets));
    expect(classes.slice(0, 2).map(({ model, costUsd }) => [model, costUsd])).toEqual([
      ['gpt-5', 15],
      ['long', 10],
    ]);
    expect(classes[1]?.gateway).toBe('');
    const [greet] = classes;
    expect(greet).toMatchObject({
      project: 1,
      provider: 'openai',
      classKind: 'prompt',
      className: "greet's 🚀",
      calls: 5,
      errors: 1,
      projectCostUsd: 41.5,
      withTools: 1,
      slots: 2,
      input: { max: 1_400 },
      // Two calls used this gateway, one used another, and one went directly to the vendor.
      gateway: 'azure',
    });
    expect(greet?.usage.uncachedInput).toBe(4_700);
    expect(greet?.input.p50).toBeGreaterThanOrEqual(1_100);
    expect(greet?.input.p50).toBeLessThanOrEqual(1_200);
    expect(greet?.dailyLeastInput.toSorted()).toEqual([1_000, 1_100]);
    expect(greet?.callIds.toSorted()).toEqual(['a1', 'a2', 'a3', 'a4']);
    expect(greet?.traceIds).toEqual(['t1']);
    const tagged = classes.filter(({ costUsd }) => costUsd === 0.5 || costUsd === 0.25);
    expect(
      tagged.map(({ project, classKind, className, withTools, projectCostUsd }) => [
        project,
        classKind,
        className,
        withTools,
        projectCostUsd,
      ]),
    ).toEqual([
      [1, 'feature', 'sort', 0, 41.5],
      [2, '', '', 0, 0.25],
    ]);
    expect(await selectCallClasses(window, prompts, 1).run(engine, scope)).toEqual([greet]);
  });

  it('finds repeats, versions, growing threads, the classes of calls, and accounts with calls', async () => {
    const [repeats, versions, long, placed, accounts] = await Promise.all([
      selectRepeatedInputs(window, prompts, { least: 2, limit: 10 }).run(engine, scope),
      selectPromptVersions(window, prompts, 10).run(engine, scope),
      selectLongContexts(window, prompts, {
        classes: [
          {
            project: 1,
            provider: 'openai',
            model: 'long',
            classKind: '',
            className: '',
            reaches: 18_000,
            cutTo: 10_000,
          },
        ],
        leastCalls: 5,
        leastGrowth: 0.7,
        mostOutputGrowth: 0.3,
      }).run(engine, scope),
      selectClassesOfCalls(
        [
          { id: 'a1', timestampMs: noon },
          { id: 'x2', timestampMs: noon },
          { id: 'b1', timestampMs: noon },
          { id: 'nobody', timestampMs: noon },
        ],
        prompts,
      ).run(engine, scope),
      selectAccountsWithCalls(window.startMs).run(engine),
    ]);
    expect(repeats).toEqual([
      {
        project: 1,
        provider: 'openai',
        model: 'gpt-5',
        classKind: 'prompt',
        className: "greet's 🚀",
        calls: 3,
        repeats: 2,
        repeatsCostUsd: 6,
        most: 3,
        callIds: ['a1', 'a3'],
        traceIds: ['t1'],
      },
    ]);
    // The failed call names only the registry's id of the prompt; its version comes from the registry.
    expect(versions).toEqual([
      {
        project: 1,
        prompt: "greet's 🚀",
        version: '2',
        calls: 4,
        errors: 1,
        costUsd: 23,
        errorsCostUsd: 16,
        firstSeenMs: noon,
        lastSeenMs: noon + 3 * MINUTE_MS,
        callIds: ['a5'],
        traceIds: ['t2'],
      },
      expect.objectContaining({ version: '1', calls: 1, errors: 0, callIds: [], traceIds: [] }),
    ]);
    expect(long).toEqual([
      {
        project: 1,
        provider: 'openai',
        model: 'long',
        classKind: '',
        className: '',
        threads: 1,
        longCalls: 3,
        costUsd: 3,
        usage: {
          uncachedInput: 48_000,
          cacheRead: 0,
          cacheWrite: 0,
          outputText: 21,
          reasoning: 0,
          audio: 0,
        },
        excessTokens: 18_000,
        longest: 20_000,
        callIds: ['s5'],
        traceIds: ['g5'],
      },
    ]);
    expect(
      placed.map(({ id, classKind, version, ofEvalRun }) => [id, classKind, version, ofEvalRun]),
    ).toEqual([
      ['a1', 'prompt', '2', false],
      ['b1', 'feature', '', false],
      ['x2', 'prompt', '2', true],
    ]);
    expect(accounts).toContain(account);
  });
});
