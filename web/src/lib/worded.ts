// Translates sentences of the service. The service sends a code and figures along with its English sentence;
// each page has a table of wordings for its codes. The service's sentence is shown for a code that is not in
// the table, and for one that lacks a figure. Pure functions: the language is a parameter, so tests
// need no browser.
import { formatsIn, type Formats } from './format.ts';

export type SentenceFigures = Readonly<Record<string, number | string>>;

/** Sent by the service. Sentences that others wrote lack both. */
export interface CodedSentence {
  code?: string | null | undefined;
  values?: SentenceFigures | undefined;
}

type Table<F, W> = { readonly [K in keyof F]: (figures: F[K], format: Formats) => W };

export interface Wordings<W> {
  readonly en: Readonly<Record<string, (figures: never, format: Formats) => W>>;
  readonly ja: Readonly<Record<string, (figures: never, format: Formats) => W>>;
}

/**
 * `F` is a `…Figures` schema of the OpenAPI document: every code needs a wording, and a wording may only use
 * figures that are sent.
 */
export const defineWordings = <F, W = string>(en: Table<F, W>, ja: Table<F, W>): Wordings<W> => ({ en, ja });

class Unsaid extends Error {}

/** Throws when a wording reads a missing figure. Check optional figures with `'name' in figures`. */
const strict = (figures: SentenceFigures): SentenceFigures =>
  new Proxy(figures, {
    get: (target, name) => {
      if (typeof name === 'string' && Object.hasOwn(target, name)) return target[name];
      throw new Unsaid();
    },
  });

/**
 * The word for a value of a fixed list. For a value unknown to the dashboard, the service's whole sentence is
 * shown.
 */
export function wordFor<T extends string>(words: Readonly<Record<T, string>>, value: T): string {
  if (Object.hasOwn(words, value)) return words[value];
  throw new Unsaid();
}

/** Null means: show the sentence of the service. */
export function worded<W>(
  table: Wordings<W>,
  { code, values }: CodedSentence,
  language: 'en' | 'ja',
  format: Formats = formatsIn(language),
): W | null {
  const wording = code && Object.hasOwn(table[language], code) ? table[language][code] : undefined;
  if (!wording) return null;
  try {
    return wording(strict(values ?? {}) as never, format);
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

const MAX_NAME = 80;

/** Names of models, tools and prompts are untrusted: keep them on one short line. */
export function onOneLine(name: string | number): string {
  const letters = Array.from(
    String(name)
      .replaceAll(/\p{C}+/gu, ' ')
      .trim(),
  );
  return letters.length > MAX_NAME ? `${letters.slice(0, MAX_NAME - 1).join('')}…` : letters.join('');
}

export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
