import { expect, it } from 'vitest';
import { classFigures, facts, repeatFigures } from '#test/support/proposal-figures';
import { detectRepeatedCalls } from './repeated-calls.ts';

const classes = [classFigures()];

it('reports the cost of all repeats after the first of each day, and an unknown temperature', () => {
  const [found, ...more] = detectRepeatedCalls(facts({ classes, repeats: [repeatFigures()] }));
  expect(more).toEqual([]);
  expect(found).toMatchObject({
    kind: 'repeated_calls',
    savingUsd: 3.2,
    confidence: 0.6,
    values: { calls: 1_000, repeats: 400, mostInADay: 40 },
    callIds: ['c1', 'c9'],
  });
  expect(found?.detail).toContain('400 of 1,000 calls (40 %)');
  expect(found?.detail).toContain('The temperature is not known');
});

it('is more confident if most calls repeat or the answer cannot differ', () => {
  const repeats = [repeatFigures({ repeats: 600 }), repeatFigures({ model: 'text-embedding-3-small' })];
  expect(detectRepeatedCalls(facts({ classes, repeats })).map(({ confidence }) => confidence)).toEqual([
    0.7, 0.95,
  ]);
});

it('ignores a few repeats', () => {
  expect(detectRepeatedCalls(facts({ classes, repeats: [repeatFigures({ repeats: 19 })] }))).toEqual([]);
});

it('works without the class if there were too many classes', () => {
  expect(detectRepeatedCalls(facts({ repeats: [repeatFigures()] }))[0]?.values).toMatchObject({ calls: 500 });
});
