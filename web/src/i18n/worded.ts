import { worded, type CodedSentence, type Wordings } from '#lib/worded';
import { useFormat } from './format.ts';
import { useLanguage } from './language.ts';

export interface Said<W> {
  words: W;
  /** Value of the `lang` attribute: marks English text on a page in another language. */
  lang: 'en' | undefined;
}

/** The page's wording if there is one, else the sentence of the service. */
export function useWorded<W>(table: Wordings<W>): (coded: CodedSentence, sentence: W) => Said<W> {
  const language = useLanguage();
  const format = useFormat();
  return (coded, sentence) => {
    const words = worded(table, coded, language, format);
    return words === null ? { words: sentence, lang: 'en' } : { words, lang: undefined };
  };
}
