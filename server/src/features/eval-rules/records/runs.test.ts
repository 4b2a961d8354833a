import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';
import { callsOfRunsSql, endedRunsSql, runSizesSql } from './runs.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject = { ...scope, project: 3 };
const sinceMs = 1_750_000_000_000;
const page = { sinceMs, untilMs: sinceMs + 60_000, after: null, limit: 2_000 };

it.each([
  [
    'ended-runs',
    [
      endedRunsSql(scope, 'trace', page),
      endedRunsSql(inProject, 'session', { ...page, after: { id: "it's", receivedMs: sinceMs + 5 } }),
    ],
  ],
  [
    'calls-of-runs',
    [
      callsOfRunsSql(scope, 'trace', {}, [{ id: 't', receivedMs: sinceMs }]),
      callsOfRunsSql(inProject, 'session', { model: 'gpt' }, [{ id: 's', receivedMs: sinceMs }]),
    ],
  ],
  [
    'run-sizes',
    [runSizesSql(scope, 'trace', {}, 100), runSizesSql(inProject, 'session', { model: 'gpt' }, 9)],
  ],
] as const)('%s', async (name, statements) => {
  await expect(sqlText(...statements)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});
