// Checks whether opened content contains the words of a search, because an index match may be false.
import type { Content } from '#core/content/content';
import { eachText } from './content-texts.ts';
import { fold, UNSPACED } from './fold-words.ts';
import { eachWord } from './scan-texts.ts';

export interface SearchedText {
  /** Words to find. If there are none, the text cannot be searched for. */
  words: ReadonlySet<string>;
  /** Quoted: the exact text, ignoring case and spaces. */
  phrase: string | null;
  /** For scripts without spaces: pairs may occur separately, so the whole run is searched for. */
  runs: readonly string[];
  text: string;
}

const nameOf = (one: number, two: number, length: number): string => `${one} ${two} ${length}`;

const spaces = (text: string): string => fold(text).replaceAll(/\s+/g, ' ').trim();

export function searchedText(search: string): SearchedText {
  const quoted = /^\s*"(.*)"\s*$/s.exec(search)?.[1];
  const text = quoted ?? search;
  const words = new Set<string>();
  eachWord(text, (one, two, length) => words.add(nameOf(one, two, length)));
  const runs = [...fold(text).matchAll(UNSPACED)].map(([run]) => run).filter((run) => run.length > 2);
  return { words, phrase: quoted === undefined ? null : spaces(quoted), runs, text };
}

/** What one part of a content has of a searched text. */
export interface FoundParts {
  words: ReadonlySet<string>;
  phrase: boolean;
  runs: ReadonlySet<string>;
}

export function partsFoundIn(content: Content, { words, phrase, runs }: SearchedText): FoundParts {
  const missing = new Set(words);
  const apart = new Set(runs);
  let said = false;
  eachText(content, (text) => {
    if (missing.size > 0) eachWord(text, (one, two, length) => missing.delete(nameOf(one, two, length)));
    if ((said || phrase === null) && apart.size === 0) return;
    const folded = spaces(text);
    if (phrase !== null) said ||= folded.includes(phrase);
    for (const run of apart) if (folded.includes(run)) apart.delete(run);
  });
  return { words: words.difference(missing), phrase: said, runs: new Set(runs).difference(apart) };
}

/** Whether the parts together have all of it. The phrase has to be in one of them. */
export function isFound({ words, phrase, runs }: SearchedText, parts: Iterable<FoundParts>): boolean {
  if (words.size === 0) return false;
  const missing = new Set(words);
  const apart = new Set(runs);
  let said = phrase === null;
  for (const part of parts) {
    for (const word of part.words) missing.delete(word);
    for (const run of part.runs) apart.delete(run);
    said ||= part.phrase;
    if (said && missing.size === 0 && apart.size === 0) return true;
  }
  return false;
}

export const contentMatches = (content: Content, searched: SearchedText): boolean =>
  isFound(searched, [partsFoundIn(content, searched)]);

interface FoundText {
  text: string;
  /** The position of the match in `text`. */
  start: number;
  end: number;
}

/** The first place with the phrase, else with one of the words. Null if only folded letters match. */
export function matchIn(content: Content, { text: searched, phrase }: SearchedText): FoundText | null {
  // Words have only letters, digits and marks, which have no special meaning in a regular expression.
  const words = searched.split(/[^\p{L}\p{N}\p{M}_]+/u).filter((word) => word !== '');
  if (words.length === 0) return null;
  const longestFirst = words.toSorted((left, right) => right.length - left.length);
  const together = words.join(phrase === null ? '[^\\p{L}\\p{N}]+' : '[^\\p{L}\\p{N}]*');
  for (const pattern of [together, ...longestFirst]) {
    const found = firstMatch(content, new RegExp(pattern, 'iu'));
    if (found) return found;
  }
  return null;
}

function firstMatch(content: Content, pattern: RegExp): FoundText | null {
  let found: FoundText | null = null;
  eachText(content, (text) => {
    const match = found ? null : pattern.exec(text);
    if (match) found = { text, start: match.index, end: match.index + match[0].length };
  });
  return found;
}
