import { describe, expect, it } from 'vitest';
import { AppError } from '#lib/app-error';
import { disagreementsOf, finalValues, readDimensions, readValues } from './dimensions.ts';
import type { DimensionInput } from './schemas.ts';

/** The path and the reason of the error that the work throws. */
function faultOf(work: () => unknown): string {
  try {
    work();
    return 'none';
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return `${error.status} ${error.details?.[0]?.path ?? ''}`;
  }
}

const GIVEN: DimensionInput[] = [
  { name: 'helpful', kind: 'number', min: 1, max: 5, tolerance: 1 },
  { name: 'tenths', kind: 'number', min: 0, max: 1, step: 0.1, optional: true },
  { name: 'tone', kind: 'category', categories: ['kind', 'rude'] },
  { name: 'correct', kind: 'boolean' },
];
const dimensions = readDimensions(GIVEN);

describe('dimensions', () => {
  it('are completed', () => {
    expect(dimensions[0]).toEqual({
      name: 'helpful',
      description: null,
      kind: 'number',
      min: 1,
      max: 5,
      step: 1,
      tolerance: 1,
      categories: null,
      optional: false,
    });
  });

  const bad: [DimensionInput[], string][] = [
    [
      [
        { name: 'a', kind: 'boolean' },
        { name: 'a', kind: 'boolean' },
      ],
      'dimensions.1.name',
    ],
    [[{ name: 'a', kind: 'number', max: 5 }], 'dimensions.0.min'],
    [[{ name: 'a', kind: 'number', min: 5 }], 'dimensions.0.max'],
    [[{ name: 'a', kind: 'number', min: 5, max: 5 }], 'dimensions.0.max'],
    [[{ name: 'a', kind: 'number', min: 0, max: 1, step: 0.3 }], 'dimensions.0.step'],
    [[{ name: 'a', kind: 'number', min: 0, max: 101 }], 'dimensions.0.step'],
    [[{ name: 'a', kind: 'number', min: 0, max: 1, categories: ['a', 'b'] }], 'dimensions.0.categories'],
    [[{ name: 'a', kind: 'category' }], 'dimensions.0.categories'],
    [[{ name: 'a', kind: 'category', categories: ['a', 'b'], min: 1 }], 'dimensions.0.min'],
    [[{ name: 'a', kind: 'boolean', min: 0 }], 'dimensions.0.min'],
    [[{ name: 'a', kind: 'boolean', categories: ['a', 'b'] }], 'dimensions.0.categories'],
  ];
  it.each(bad)('400: %j names the field', (given, path) => {
    expect(faultOf(() => readDimensions(given))).toBe(`400 ${path}`);
  });
});

describe('values', () => {
  const RIGHT = { helpful: 4, tone: 'kind', correct: false };
  it('are taken as they are, without an optional one, and in tenths', () => {
    expect(readValues(dimensions, RIGHT)).toEqual(RIGHT);
    expect(readValues(dimensions, { ...RIGHT, tenths: 0.30000000000000004 })).toMatchObject({ helpful: 4 });
  });

  it.each([
    [{ ...RIGHT, other: 1 }, 'values.other'],
    [{ tone: 'kind', correct: true }, 'values.helpful'],
    [{ ...RIGHT, helpful: 6 }, 'values.helpful'],
    [{ ...RIGHT, helpful: 0 }, 'values.helpful'],
    [{ ...RIGHT, helpful: 1.5 }, 'values.helpful'],
    [{ ...RIGHT, helpful: '4' }, 'values.helpful'],
    [{ ...RIGHT, tone: 'loud' }, 'values.tone'],
    [{ ...RIGHT, correct: 1 }, 'values.correct'],
    [{ ...RIGHT, tenths: 0.15 }, 'values.tenths'],
  ])('400: %j names the dimension', (given, path) => {
    expect(faultOf(() => readValues(dimensions, given))).toBe(`400 ${path}`);
  });

  it('disagree beyond the tolerance; the final ones are the mean, or the resolution', () => {
    const one = { helpful: 3, tone: 'kind', correct: true, tenths: 0.5 };
    expect(disagreementsOf(dimensions, [one, { helpful: 4, tone: 'kind', correct: true }])).toEqual([]);
    expect(disagreementsOf(dimensions, [one, { helpful: 5, tone: 'rude', correct: true }])).toEqual([
      'helpful',
      'tone',
    ]);
    expect(finalValues(dimensions, [one, { helpful: 4, tone: 'kind', correct: true }], null)).toEqual({
      helpful: 3.5,
      tone: 'kind',
      correct: true,
      tenths: 0.5,
    });
    expect(finalValues(dimensions, [one, one], { helpful: 1 })).toEqual({ helpful: 1 });
  });
});
