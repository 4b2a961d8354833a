import { expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { promptCallsSql, promptUsageSql } from './prompt-usage.ts';
import type { Scope } from './scope.ts';

const scope: Scope = { account: 7, project: 3, sinceMs: 1_700_000_000_000 };
const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 };
const link = {
  name: "it's",
  versions: [
    { id: 5, version: '2' },
    { id: 2 ** 32, version: 'beyond' },
    { id: 4, version: '1' },
  ],
};

it.each([
  ['prompt-usage', promptUsageSql(scope, window, link, 200)],
  [
    'prompt-calls',
    promptCallsSql(scope, link, [
      { id: 'a', timestampMs: 1 },
      { id: 'b', timestampMs: 1 },
    ]),
  ],
])('%s', async (name, statement) => {
  await expect(sqlText(statement)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});
