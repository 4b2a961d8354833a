// Decides whether two criteria would score the same thing. It compares words, so it is free and predictable.
import { once } from '#lib/later';

interface Named {
  name: string;
  rubric: string;
}

/** The words of a criterion, computed once. */
interface Likeness {
  name: string;
  nameWords: ReadonlySet<string>;
  rubricWords: ReadonlySet<string>;
}

/** Rubrics that share this many words are duplicates. */
const SAME_RUBRIC = 0.75;
/** The topic of a rubric shows within these characters. */
const MAX_CHARS = 4_000;

/** Splits words also in languages without spaces. */
const segmenter = once(() => new Intl.Segmenter('en', { granularity: 'word' }));

/** Words that do not distinguish names. */
const FILLERS = new Set(['a', 'an', 'and', 'criterion', 'for', 'in', 'of', 'on', 'score', 'the', 'to']);

export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  const plain = text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase();
  for (const { segment, isWordLike } of segmenter().segment(plain)) {
    if (isWordLike === true) words.add(segment);
  }
  return words;
}

/** The shared words as a part of all words; 0 if there are none. */
export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = left.intersection(right).size;
  const either = left.size + right.size - both;
  return either === 0 ? 0 : both / either;
}

export const criterionLikeness = ({ name, rubric }: Named): Likeness => ({
  name: name.trim().toLowerCase(),
  nameWords: wordsOf(name).difference(FILLERS),
  rubricWords: wordsOf(rubric),
});

/**
 * The same name, the same words in it except fillers (in any order, case and punctuation), or nearly the same
 * rubric.
 */
export const nearlySame = (left: Likeness, right: Likeness): boolean =>
  left.name === right.name ||
  overlap(left.nameWords, right.nameWords) === 1 ||
  overlap(left.rubricWords, right.rubricWords) >= SAME_RUBRIC;
