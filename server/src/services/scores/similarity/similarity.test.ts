import { describe, expect, it } from 'vitest';
import { cosineSimilarity } from './similarity.ts';
import { similarityRubric } from './rubric.ts';

describe('the cosine of two vectors', () => {
  it.each([
    [[1, 0], [1, 0], 1],
    [[1, 0], [0, 1], 0],
    [[1, 0], [-2, 0], -1],
    [[3, 4], [4, 3], 0.96],
    [[1e-100, 0], [1e100, 0], 1],
  ])('%j and %j: %d', (one, other, similarity) => {
    const found = cosineSimilarity(one, other);
    expect('similarity' in found && found.similarity).toBeCloseTo(similarity, 12);
  });

  it.each([
    [[], [], 'length'],
    [[1], [1, 2], 'length'],
    [[0, 0], [1, 0], 'zero'],
    [[Number.NaN], [1], 'zero'],
    [[Infinity], [1], 'zero'],
  ])('%j and %j cannot be compared: %s', (one, other, why) => {
    expect(cosineSimilarity(one, other)).toEqual({ why });
  });
});

describe('the rubric', () => {
  it.each([
    ['{{expectedOutput}}', '{{expectedOutput}}', 0.8],
    ['A text.\nThreshold: 0.5', 'A text.', 0.5],
    ['A text.\n\n  threshold = .75 \n', 'A text.\n', 0.75],
    ['Two\nlines\nTHRESHOLD: 1', 'Two\nlines', 1],
    ['Threshold: 0.5 is not the last line\nbut this', 'Threshold: 0.5 is not the last line\nbut this', 0.8],
    ['The threshold: 0.5', 'The threshold: 0.5', 0.8],
  ])('%j for a boolean criterion', (rubric, reference, threshold) => {
    expect(similarityRubric(rubric, 'boolean')).toEqual({ reference, threshold });
  });

  it('has no threshold for a number', () => {
    const rubric = 'A text.\nThreshold: 0.5';
    expect(similarityRubric(rubric, 'numeric').reference).toBe(rubric);
  });

  it.each([
    'A\nThreshold: 1.5',
    'A\nThreshold: -0.1',
    'A\nThreshold:',
    'A\nThreshold: high',
    'A\nThreshold: 1e-1',
  ])('%j is refused', (rubric) => {
    expect(() => similarityRubric(rubric, 'boolean')).toThrow(/threshold/);
  });

  it.each(['  \n ', '\nThreshold: 0.5', 'Threshold: 0.5'])('%j has no reference text', (rubric) => {
    expect(() => similarityRubric(rubric, 'boolean')).toThrow(/no reference text/);
  });
});
