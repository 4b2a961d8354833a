import { expect, it } from 'vitest';
import { callClassesSql } from './proposal-classes.ts';
import { longContexts, longContextsSql } from './proposal-long-contexts.ts';
import { repeatedInputsSql } from './proposal-repeats.ts';
import { classesOfCalls, classesOfCallsSql } from './proposal-scored.ts';
import { promptVersionsSql } from './proposal-versions.ts';
import type { RecordsEngine } from '../engine/engine.ts';
import type { Scope } from './scope.ts';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 };
const prompts = [
  { id: 5, name: "it's", version: '2' },
  { id: 2 ** 32, name: 'beyond', version: '1' },
];

const written = ({ sql, params }: { sql: string; params: Record<string, unknown> }): string => {
  const shown = (value: unknown) =>
    JSON.stringify(value, (_, part: unknown) => (typeof part === 'bigint' ? `${part}n` : part));
  return `${sql}\n${Object.entries(params)
    .map(([name, value]) => `-- ${name} = ${shown(value)}`)
    .join('\n')}\n`;
};

const growing = {
  classes: [
    {
      project: 3,
      provider: 'openai',
      model: 'gpt-5',
      classKind: 'prompt',
      className: "it's",
      reaches: 12_000,
      cutTo: 6_000,
    },
  ],
  leastCalls: 5,
  leastGrowth: 0.7,
  mostOutputGrowth: 0.3,
};

it.each([
  ['proposal-classes', callClassesSql(scope, window, prompts, 2_000)],
  ['proposal-repeats', repeatedInputsSql({ ...scope, project: 3 }, window, [], { least: 2, limit: 200 })],
  ['proposal-versions', promptVersionsSql(scope, window, prompts, 1_000)],
  ['proposal-long-contexts', longContextsSql(scope, window, prompts, growing)],
  ['proposal-scored', classesOfCallsSql(scope, [{ id: 'a', timestampMs: 1 }], prompts)],
])('%s', async (name, statement) => {
  await expect(written(statement)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});

it('asks nothing about nothing', async () => {
  const engine = {
    query: () => Promise.reject(new Error('It asked.')),
  } as unknown as RecordsEngine;
  expect(await longContexts(engine, scope, window, prompts, { ...growing, classes: [] })).toEqual([]);
  expect(await classesOfCalls(engine, scope, [], prompts)).toEqual([]);
});
