// Texts live next to the components that show them: `defineTexts({…English…}, {…Japanese…})` in the folder of
// the page. Both languages must have the same keys with the same parameters, or the code does not compile.
import { useLanguage } from './language.ts';

type Phrase = string | ((...values: never[]) => string);
interface Phrases {
  readonly [key: string]: Phrase | Phrases;
}

/** The same keys, with any text. */
export type SameKeys<T> = T extends string
  ? string
  : T extends (...values: infer V) => string
    ? (...values: V) => string
    : { readonly [K in keyof T]: SameKeys<T[K]> };

interface Texts<T> {
  readonly en: SameKeys<T>;
  readonly ja: SameKeys<T>;
}

export const defineTexts = <const T extends Phrases>(en: T, ja: SameKeys<T>): Texts<T> => ({
  en: en as unknown as SameKeys<T>,
  ja,
});

export const useTexts = <T>(texts: Texts<T>): SameKeys<T> => texts[useLanguage()];
