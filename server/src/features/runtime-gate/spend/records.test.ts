import { expect, it } from 'vitest';
import type { Scope } from '#records';
import { spendSql } from './records.ts';
import { sqlText } from '#test/support/sql-text';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 };

it('measure-spend', async () => {
  const statement = spendSql(scope, [
    { ...window, startMs: 1_700_000_050_000 },
    {
      ...window,
      provider: 'openai',
      modelGlob: 'GPT-4*_100%\\?',
      tags: { "it's": 'prod', team: '' },
      project: 3,
    },
  ]);
  await expect(sqlText(statement)).toMatchFileSnapshot('__snapshots__/measure-spend.sql');
});
