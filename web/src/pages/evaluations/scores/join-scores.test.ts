import { expect, it } from 'vitest';
import { joinScores } from './join-scores.ts';

const step = (key: string, count: number, mean: number) => ({
  key,
  count,
  mean,
  min: mean - 1,
  max: mean + 1,
  values: [],
});
const numeric = (count: number, mean: number, series: ReturnType<typeof step>[]) => ({
  ...step('', count, mean),
  name: 'quality',
  dataType: 'numeric' as const,
  series,
});

it('a day with a clock change has the scores of both of its parts', () => {
  const [joined] = joinScores([
    [numeric(3, 4, [step('2026-10-24', 2, 5), step('2026-10-25', 1, 2)])],
    [numeric(5, 3, [step('2026-10-25', 3, 4), step('2026-10-26', 2, 1.5)])],
  ]);
  expect(joined).toMatchObject({ name: 'quality', count: 8, mean: 27 / 8, min: 2, max: 5 });
  expect(joined?.series.map(({ key, count, mean }) => [key, count, mean])).toEqual([
    ['2026-10-24', 2, 5],
    ['2026-10-25', 4, 3.5],
    ['2026-10-26', 2, 1.5],
  ]);
});

it('adds up categories, and has the most frequent score first', () => {
  const labels = (values: [string, number][]) => ({
    name: 'tone',
    dataType: 'categorical' as const,
    count: values.reduce((sum, [, count]) => sum + count, 0),
    mean: null,
    min: null,
    max: null,
    values: values.map(([value, count]) => ({ value, count })),
    series: [],
  });
  const joined = joinScores([
    [numeric(4, 1, []), labels([['kind', 3]])],
    [
      labels([
        ['rude', 4],
        ['kind', 2],
      ]),
    ],
  ]);
  expect(joined.map(({ name, count, mean }) => [name, count, mean])).toEqual([
    ['tone', 9, null],
    ['quality', 4, 1],
  ]);
  expect(joined[0]?.values).toEqual([
    { value: 'kind', count: 5 },
    { value: 'rude', count: 4 },
  ]);
});
