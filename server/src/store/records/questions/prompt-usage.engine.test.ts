// Usage of the versions of a prompt, from the real tables. There are few rows and two statements, since each
// costs a second under emulation.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '#lib/clock';
import { batching } from '#test/support/batching-engine';
import { callRow, plainCall } from '#test/support/call-rows';
import { newAccount, testEngines, testOptions } from '#test/support/records-engine';
import { openEngine, type RecordsEngine } from '../engine/engine.ts';
import { migrateRecords } from '../migrations/migrate.ts';
import type { CallFilter } from './call-filter.ts';
import { selectCalls } from './calls.ts';
import { selectPromptCalls, selectPromptUsage } from './prompt-usage.ts';
import type { Scope } from './scope.ts';

const now = Date.now();
const account = newAccount();
const scope: Scope = { account, project: null, sinceMs: now - 30 * DAY_MS };
const window = { startMs: now - DAY_MS, endMs: now };
const link = {
  name: "greet's 🚀",
  versions: [
    { id: 6, version: '2' },
    { id: 5, version: '1' },
  ],
};

interface Linked {
  prompt_id?: number;
  prompt_name?: string;
  prompt_version?: string;
}

let made = 0;
const row = (
  linked: Linked,
  changes: Partial<ReturnType<typeof plainCall>> = {},
  belonging: { account?: number; evalRun?: number } = {},
) => {
  made += 1;
  return {
    ...callRow({ account, ...belonging }, plainCall(`c${made}`, now - 1_000 - made, changes)),
    ...linked,
  };
};

const ROWS = [
  // By id: the current name of the version counts, whatever the call says.
  row({ prompt_id: 6, prompt_name: 'old name', prompt_version: 'old' }, { latencyMs: 100, costUsd: 1 }),
  row({ prompt_id: 6 }, { latencyMs: 200, costUsd: 2, error: 'boom' }),
  // By name, and both ways into one version.
  row({ prompt_name: link.name, prompt_version: '2' }, { latencyMs: 300, costUsd: 4 }),
  row({ prompt_name: link.name, prompt_version: 'unknown' }, { latencyMs: 50 }),
  row({ prompt_name: link.name }, { latencyMs: 60 }),
  row({ prompt_id: 7, prompt_name: link.name, prompt_version: '1' }, { latencyMs: 70 }),
  // Not counted: another prompt, another account, an evaluation run, another time.
  row({ prompt_id: 7, prompt_name: 'other', prompt_version: '2' }),
  row({}),
  row({ prompt_id: 6 }, {}, { account: newAccount() }),
  row({ prompt_id: 6 }, {}, { evalRun: 3 }),
  row({ prompt_id: 6 }, { timestampMs: now - 2 * DAY_MS }),
];

describe.each(await testEngines())('$name', ({ config }) => {
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

  it('returns the usage of each version', async () => {
    const usage = await selectPromptUsage(window, link, 10).run(engine, scope);
    expect(usage.map(({ version, calls }) => [version, calls])).toEqual([
      ['2', 3],
      ['', 1],
      ['1', 1],
      ['unknown', 1],
    ]);
    expect(usage[0]).toEqual({
      version: '2',
      calls: 3,
      costUsd: 7,
      totalTokens: 45,
      errors: 1,
      meanLatencyMs: 200,
      p95LatencyMs: 290,
      lastSeenMs: now - 1_001,
    });
  });

  it('returns the version of each call', async () => {
    const places = Array.from({ length: 10 }, (_, at) => ({
      id: `c${at + 1}`,
      timestampMs: now - 1_001 - at,
    }));
    expect([...(await selectPromptCalls(link, places).run(engine, scope))].toSorted()).toEqual([
      ['c1', '2'],
      ['c2', '2'],
      ['c3', '2'],
      ['c4', 'unknown'],
      ['c5', ''],
      ['c6', '1'],
    ]);
  });

  it('finds the same calls by the filter of name and version', async () => {
    const page = { order: { by: 'timestamp', descending: true } as const, after: null, limit: 100 };
    const asking = batching(engine);
    const ids = async (filter: CallFilter) =>
      (await selectCalls({ ...window, ...filter }, page).run(asking, scope)).map(({ call }) => call.id);
    const promptName = link.name;
    const prompts = link.versions;
    const found = await Promise.all([
      ids({ promptName, prompts }),
      ids({ promptName, promptVersion: '2', prompts }),
      ids({ promptName, promptVersion: '1', prompts }),
      ids({ promptName, promptVersion: 'old', prompts }),
      ids({ promptVersion: '2', prompts }),
      // The registry has no such name, so the name in the call counts.
      ids({ promptName }),
      ids({ promptName: 'old name', promptVersion: 'old', prompts: [] }),
      ids({ promptName: "'; DROP TABLE calls --" }),
    ]);
    expect(found).toEqual([
      ['c1', 'c2', 'c3', 'c4', 'c5', 'c6'],
      ['c1', 'c2', 'c3'],
      ['c6'],
      [],
      ['c1', 'c2', 'c3', 'c7'],
      ['c3', 'c4', 'c5', 'c6'],
      ['c1'],
      [],
    ]);
  });
});
