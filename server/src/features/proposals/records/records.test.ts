import { expect, it } from 'vitest';
import { sqlText } from '#test/support/sql-text';
import { callClassesSql } from './class-figures.ts';
import { selectLongContexts, longContextsSql } from './long-contexts.ts';
import { repeatedInputsSql } from './repeated-inputs.ts';
import { selectClassesOfCalls, classesOfCallsSql } from './classes-of-calls.ts';
import { promptVersionsSql } from './prompt-versions.ts';
import type { RecordsEngine } from '../../../store/records/engine/engine.ts';
import type { Scope } from '#records';

const scope: Scope = { account: 7, project: null, sinceMs: 1_700_000_000_000 };
const window = { startMs: 1_700_000_000_000, endMs: 1_700_000_100_000 };
const prompts = [
  { id: 5, name: "it's", version: '2' },
  { id: 2 ** 32, name: 'beyond', version: '1' },
];

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
  await expect(sqlText(statement)).toMatchFileSnapshot(`__snapshots__/${name}.sql`);
});

it('runs no query for empty input', async () => {
  const engine = {
    query: () => Promise.reject(new Error('It asked.')),
  } as unknown as RecordsEngine;
  expect(await selectLongContexts(window, prompts, { ...growing, classes: [] }).run(engine, scope)).toEqual(
    [],
  );
  expect(await selectClassesOfCalls([], prompts).run(engine, scope)).toEqual([]);
});
