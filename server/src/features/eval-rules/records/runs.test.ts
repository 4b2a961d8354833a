import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { sqlText } from '#test/support/sql-text';
import { callsOfRunsSql, runSizesSql } from './runs.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000.5 };
const inProject = { ...scope, project: 3 };
const sinceMs = 1_750_000_000_000;

it.each([
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
