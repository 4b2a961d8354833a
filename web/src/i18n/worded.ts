import { worded, type Coded, type Wordings } from '#lib/worded';
import { useLanguage } from './language.ts';

export interface Said<W> {
  words: W;
  /** For the attribute: English words on a page of another language are marked as such. */
  lang: 'en' | undefined;
}

/** The wording of the page, else the sentence of the service. */
export function useWorded<W>(table: Wordings<W>): (coded: Coded, sentence: W) => Said<W> {
  const language = useLanguage();
  return (coded, sentence) => {
    const words = worded(table, coded, language);
    return words === null ? { words: sentence, lang: 'en' } : { words, lang: undefined };
  };
}
