import { expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { endedRunsSql, matchingRunsSql } from './ended-runs.ts';
import type { Scope } from './scope.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject = { ...scope, project: 3 };
const sinceMs = 1_750_000_000_000;
const page = { sinceMs, untilMs: sinceMs + 60_000, after: null, limit: 2_000 };

it.each([
  [
    'ended-runs',
    [
      endedRunsSql(scope, 'runs', page),
      endedRunsSql(inProject, 'sessions', { ...page, after: { id: "it's", receivedMs: sinceMs + 5 } }),
    ],
  ],
  [
    'matching-runs',
    [
      matchingRunsSql(scope, 'runs', { failingTool: true, tool: "it's" }, ['t']),
      matchingRunsSql(
        inProject,
        'sessions',
        { model: 'gpt', figures: [{ field: 'run.costUsd', op: 'atLeast', values: [1] }] },
        ['s', "s'"],
      ),
    ],
  ],
] as const)('%s', async (name, statements) => {
  await expect(sqlText(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});
