import { formatsIn, type Formats } from '#lib/format';
import { useLanguage } from './language.ts';

export type Format = Formats;
/** The formatters of lib/format.ts in the current language. */
export const useFormat = (): Format => formatsIn(useLanguage());
