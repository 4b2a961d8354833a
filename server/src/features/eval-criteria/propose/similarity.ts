// Whether two criteria would score the same thing. By their words, so that it costs nothing and can be told beforehand.

interface Named {
  name: string;
  rubric: string;
}

/** What there is to compare of a criterion: its words, found once. */
export interface Likeness {
  name: string;
  nameWords: ReadonlySet<string>;
  rubricWords: ReadonlySet<string>;
}

/** So much of the words of two rubrics in common, and they are the same one told twice. */
const SAME_RUBRIC = 0.75;
/** A rubric says within these what it is about. */
const MAX_CHARS = 4_000;

/** Knows words of languages that do not put spaces between them. */
const segmenter = new Intl.Segmenter('en', { granularity: 'word' });

/** They tell no two names apart. */
const FILLERS = new Set(['a', 'an', 'and', 'criterion', 'for', 'in', 'of', 'on', 'score', 'the', 'to']);

export function wordsOf(text: string): Set<string> {
  const words = new Set<string>();
  const plain = text.slice(0, MAX_CHARS).normalize('NFKC').toLowerCase();
  for (const { segment, isWordLike } of segmenter.segment(plain)) {
    if (isWordLike === true) words.add(segment);
  }
  return words;
}

/** The share of the words of either that both have; 0 where there are none. */
export function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const both = left.intersection(right).size;
  const either = left.size + right.size - both;
  return either === 0 ? 0 : both / either;
}

export const likeness = ({ name, rubric }: Named): Likeness => ({
  name: name.trim().toLowerCase(),
  nameWords: wordsOf(name).difference(FILLERS),
  rubricWords: wordsOf(rubric),
});

/** The same name, or the same words in it but for fillers, in any order, case and punctuation; or nearly the same rubric. */
export const nearlySame = (left: Likeness, right: Likeness): boolean =>
  left.name === right.name ||
  overlap(left.nameWords, right.nameWords) === 1 ||
  overlap(left.rubricWords, right.rubricWords) >= SAME_RUBRIC;
