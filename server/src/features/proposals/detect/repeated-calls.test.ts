import { expect, it } from 'vitest';
import { classFigures, facts, repeatFigures } from '#test/proposal-figures';
import { detectRepeatedCalls } from './repeated-calls.ts';

const classes = [classFigures()];

it('tells what all but the first of each day cost, and that the temperature is not known', () => {
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

it('is surer where most calls repeat, and where the answer cannot differ', () => {
  const repeats = [repeatFigures({ repeats: 600 }), repeatFigures({ model: 'text-embedding-3-small' })];
  expect(detectRepeatedCalls(facts({ classes, repeats })).map(({ confidence }) => confidence)).toEqual([
    0.7, 0.95,
  ]);
});

it('tells nothing of a few', () => {
  expect(detectRepeatedCalls(facts({ classes, repeats: [repeatFigures({ repeats: 19 })] }))).toEqual([]);
});

it('does without the class where there were too many of them', () => {
  expect(detectRepeatedCalls(facts({ repeats: [repeatFigures()] }))[0]?.values).toMatchObject({ calls: 500 });
});
