import { useClock } from '#lib/clock';
import { formatsIn, timeLocale, type Formats } from '#lib/format';
import { useLanguage } from './language.ts';

export type Format = Formats;

/**
 * The formatters of lib/format.ts in the current language; times in the browser's locale and with the chosen
 * clock.
 */
export function useFormat(): Format {
  const language = useLanguage();
  const [clock] = useClock();
  return formatsIn(language, { locale: timeLocale(language, navigator.languages), clock });
}
