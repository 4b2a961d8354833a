import { describe, expect, it } from 'vitest';
import { labelsOf } from './labels.ts';

const read = (rubric: string, min = 1, max = 5) => {
  const labels = labelsOf(rubric, min, max);
  return labels.ok ? labels.labels.map(({ label, score }) => [label, score]) : labels.problem;
};

describe('labelsOf', () => {
  it.each([
    [
      'best first, at even steps',
      'Tone?\nLabels:\ngood: yes\nfair: so so\nbad: no',
      [
        ['good', 5],
        ['fair', 3],
        ['bad', 1],
      ],
    ],
    [
      'with their own scores',
      'Labels:\n- good (4.5): yes\n- bad (2): no',
      [
        ['good', 4.5],
        ['bad', 2],
      ],
    ],
    [
      'in quotes and with blanks',
      'Categories:\n"on topic": x\n`off topic`: y',
      [
        ['on topic', 5],
        ['off topic', 1],
      ],
    ],
    [
      'numbers are their own scores',
      'Scores:\n5: all\n2: some\n1: none',
      [
        ['5', 5],
        ['2', 2],
        ['1', 1],
      ],
    ],
    [
      'numbers off the scale are names',
      'Labels:\n404: gone\n200: there',
      [
        ['404', 5],
        ['200', 1],
      ],
    ],
    [
      'brackets that hold no number',
      'Labels:\nbad (rude): x\ngood: y',
      [
        ['bad (rude)', 5],
        ['good', 1],
      ],
    ],
    [
      'in Japanese',
      'ラベル：\n丁寧（5）：敬語\n失礼（1）：暴言',
      [
        ['丁寧', 5],
        ['失礼', 1],
      ],
    ],
    [
      'up to the next heading',
      'Labels:\na: x\nb: y\nEdge cases:\n- empty output: b',
      [
        ['a', 5],
        ['b', 1],
      ],
    ],
    [
      'up to an empty line',
      'Labels:\na: x\nb: y\n\nNote well: this is no label',
      [
        ['a', 5],
        ['b', 1],
      ],
    ],
    [
      'works without a heading',
      'Which tone?\nLook at: the greeting\nformal: x\ncasual: y',
      [
        ['formal', 5],
        ['casual', 1],
      ],
    ],
  ])('%s', (_, rubric, expected) => {
    expect(read(rubric)).toEqual(expected);
  });

  it('spreads to exactly both ends of the scale', () => {
    const labels = read('Labels:\na: 1\nb: 2\nc: 3\nd: 4', 0, 1);
    expect(labels).toEqual([
      ['a', 1],
      ['b', expect.closeTo(2 / 3)],
      ['c', expect.closeTo(1 / 3)],
      ['d', 0],
    ]);
  });

  it.each([
    ['none', 'Is it nice?', /two labels or more.*under a line "Labels:"/],
    ['one', 'Labels:\nnice: yes', /two labels or more/],
    ['twice the same', 'Labels:\nNice: yes\nnice: no', /listed twice/],
    ['some with a score', 'Labels:\ngood (5): yes\nbad: no', /every label a score.*or none/],
    ['off the scale', 'Labels:\ngood (6): yes\nbad (1): no', /"good" has a score outside 1 to 5/],
    ['too many', `Labels:\n${Array.from({ length: 21 }, (_, at) => `l${at}: x`).join('\n')}`, /more than 20/],
  ])('says what is wrong: %s', (_, rubric, problem) => {
    expect(read(rubric)).toMatch(problem);
  });
});
