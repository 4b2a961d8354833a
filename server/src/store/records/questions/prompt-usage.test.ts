import { expect, it } from 'vitest';
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

const written = ({ sql, params }: { sql: string; params: Record<string, unknown> }): string => {
  const shown = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
  return `${sql}\n${Object.entries(params)
    .map(([name, value]) => `-- ${name} = ${shown(value)}`)
    .join('\n')}\n`;
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
  await expect(written(statement)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});
