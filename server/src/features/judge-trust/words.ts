// Splits a text in any script into characters, words and sentences, with Unicode rules and the engine's
// dictionaries.
import { once } from '#lib/later';

const characters = once(() => new Intl.Segmenter('en', { granularity: 'grapheme' }));
const words = once(() => new Intl.Segmenter('en', { granularity: 'word' }));
const sentences = once(() => new Intl.Segmenter('en', { granularity: 'sentence' }));

interface Piece {
  text: string;
  /** False for the text between words. */
  isWord: boolean;
}

/** Grapheme clusters. */
export const charactersOf = (text: string): string[] =>
  [...characters().segment(text)].map(({ segment }) => segment);

export const wordPiecesOf = (text: string): Piece[] =>
  [...words().segment(text)].map(({ segment, isWordLike }) => ({
    text: segment,
    isWord: isWordLike ?? false,
  }));

/** Joining them gives the text again. */
export const sentencesOf = (text: string): string[] =>
  [...sentences().segment(text)].map(({ segment }) => segment);

const vocabulary = (text: string): Set<string> =>
  new Set(wordPiecesOf(text).flatMap(({ text: word, isWord }) => (isWord ? [word.toLowerCase()] : [])));

/** Word overlap of two texts, from 0 (none) to 1 (all). */
export function wordLikeness(left: string, right: string): number {
  const [a, b] = [vocabulary(left), vocabulary(right)];
  const all = a.union(b).size;
  return all === 0 ? 1 : a.intersection(b).size / all;
}
