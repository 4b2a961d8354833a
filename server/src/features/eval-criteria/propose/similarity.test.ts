import { describe, expect, it } from 'vitest';
import { criterionLikeness, nearlySame, overlap, wordsOf } from './similarity.ts';

const same = (left: [string, string], right: [string, string]): boolean =>
  nearlySame(
    criterionLikeness({ name: left[0], rubric: left[1] }),
    criterionLikeness({ name: right[0], rubric: right[1] }),
  );

const POLITE = 'Does the answer greet the customer, and stay polite when the customer is angry?';
const CITED = 'Is every statement backed by one of the documents that were found?';

describe('words', () => {
  it('are split in any script, ignoring case, width and punctuation', () => {
    expect(wordsOf('The ANSWER, the "answer" – ＡＮＳＷＥＲ!')).toEqual(new Set(['the', 'answer']));
    expect(wordsOf('')).toEqual(new Set());
    expect(wordsOf('回答は丁寧ですか').size).toBeGreaterThan(2);
  });

  it('overlap not at all, partly or fully', () => {
    expect(overlap(new Set(), new Set())).toBe(0);
    expect(overlap(new Set(['a', 'b', 'c']), new Set(['b', 'c', 'd']))).toBe(0.5);
    expect(overlap(wordsOf(POLITE), wordsOf(POLITE.toUpperCase()))).toBe(1);
  });
});

describe('near duplicates', () => {
  it.each<[string, [string, string], [string, string], boolean]>([
    ['name in another case', ['Politeness', POLITE], [' politeness ', CITED], true],
    ['name in another order', ['Relevance of the answer', POLITE], ['Answer relevance', CITED], true],
    ['the same rubric twice', ['Politeness', POLITE], ['Courtesy', `${POLITE} Always?`], true],
    ['rubric in Japanese', ['丁寧さ', '回答は丁寧ですか。'], ['礼儀', '回答は丁寧ですか'], true],
    ['another rubric and name', ['Politeness', POLITE], ['Citations', CITED], false],
    ['a word in common', ['Answer length', POLITE], ['Answer relevance', CITED], false],
    ['names of fillers only', ['The', POLITE], ['Of', CITED], false],
    ['names of signs only', ['★', POLITE], ['☆', CITED], false],
  ])('%s', (_what, left, right, expected) => {
    expect(same(left, right)).toBe(expected);
    expect(same(right, left)).toBe(expected);
  });
});
