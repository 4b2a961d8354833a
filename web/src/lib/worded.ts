// Sentences of the service in the language of the page. The service sends a code and figures beside its English sentence; each page has a
// table of wordings for the codes of its room. A code that is not in the table, or a row that was stored without some of the figures,
// shows the sentence of the service. Pure: the language comes in, so that tests need no browser.
import { formatsIn, type Formats } from './format.ts';

export type Figures = Readonly<Record<string, number | string>>;

/** What the service sends; a row of an earlier version may lack both. */
export interface Coded {
  code?: string | null | undefined;
  values?: Figures | undefined;
}

type Table<F, W> = { readonly [K in keyof F]: (figures: F[K], format: Formats) => W };

export interface Wordings<W> {
  readonly en: Readonly<Record<string, (figures: never, format: Formats) => W>>;
  readonly ja: Readonly<Record<string, (figures: never, format: Formats) => W>>;
}

/** `F` is the room's `…Figures` in the OpenAPI document: every code needs a wording, which reads no figure that is not sent. */
export const defineWordings = <F, W = string>(en: Table<F, W>, ja: Table<F, W>): Wordings<W> => ({ en, ja });

class Unsaid extends Error {}

/** A figure that a wording reads must be there; optional ones are looked for by `'name' in figures`. */
const strict = (figures: Figures): Figures =>
  new Proxy(figures, {
    get: (target, name) => {
      if (typeof name === 'string' && Object.hasOwn(target, name)) return target[name];
      throw new Unsaid();
    },
  });

/** The word for one of a fixed list; for one that is new to the dashboard, the whole sentence is the service's. */
export function wordFor<T extends string>(words: Readonly<Record<T, string>>, value: T): string {
  if (Object.hasOwn(words, value)) return words[value];
  throw new Unsaid();
}

/** Null: show the sentence of the service. */
export function worded<W>(table: Wordings<W>, { code, values }: Coded, language: 'en' | 'ja'): W | null {
  const wording = code && Object.hasOwn(table[language], code) ? table[language][code] : undefined;
  if (!wording) return null;
  try {
    return wording(strict(values ?? {}) as never, formatsIn(language));
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

const MOST_NAME = 80;

/** Names of models, tools and prompts come from outside. */
export function shortName(name: string | number): string {
  const letters = Array.from(
    String(name)
      .replaceAll(/\p{C}+/gu, ' ')
      .trim(),
  );
  return letters.length > MOST_NAME ? `${letters.slice(0, MOST_NAME - 1).join('')}…` : letters.join('');
}

export const plural = (count: number, one: string, many = `${one}s`): string => (count === 1 ? one : many);
