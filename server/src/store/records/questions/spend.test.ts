import { expect, it } from 'vitest';
import type { Scope } from './scope.ts';
import { measureSpendSql } from './spend.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 };

it('measure-spend', async () => {
  const { sql, params } = measureSpendSql(scope, [
    { ...window, startMs: 1_700_000_050_000 },
    {
      ...window,
      provider: 'openai',
      modelGlob: 'GPT-4*_100%\\?',
      tags: { "it's": 'prod', team: '' },
      project: 3,
    },
  ]);
  const values = Object.entries(params).map(([name, value]) => `-- ${name} = ${JSON.stringify(value)}`);
  await expect(`${sql}\n${values.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/measure-spend.sql');
});
