// Characters, words and sentences of a text in any script, as Unicode and the engine's dictionaries find them.

const CHARACTERS = new Intl.Segmenter('en', { granularity: 'grapheme' });
const WORDS = new Intl.Segmenter('en', { granularity: 'word' });
const SENTENCES = new Intl.Segmenter('en', { granularity: 'sentence' });

export interface Piece {
  text: string;
  /** Otherwise what stands between words. */
  isWord: boolean;
}

/** As people see them, with their accents and joiners. */
export const charactersOf = (text: string): string[] =>
  [...CHARACTERS.segment(text)].map(({ segment }) => segment);

export const piecesOf = (text: string): Piece[] =>
  [...WORDS.segment(text)].map(({ segment, isWordLike }) => ({ text: segment, isWord: isWordLike ?? false }));

/** Together they are the text again. */
export const sentencesOf = (text: string): string[] =>
  [...SENTENCES.segment(text)].map(({ segment }) => segment);

const vocabulary = (text: string): Set<string> =>
  new Set(piecesOf(text).flatMap(({ text: word, isWord }) => (isWord ? [word.toLowerCase()] : [])));

/** How much two texts have in common, by their words: 0 nothing, 1 all. */
export function likeness(left: string, right: string): number {
  const [a, b] = [vocabulary(left), vocabulary(right)];
  const all = a.union(b).size;
  return all === 0 ? 1 : a.intersection(b).size / all;
}
