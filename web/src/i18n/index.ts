export { useFormat, type Format } from './format.ts';
export {
  LANGUAGES,
  chooseLanguage,
  currentLanguage,
  followLanguage,
  useLanguage,
  type Language,
} from './language.ts';
export { useWorded, type Said } from './worded.ts';
export { defineTexts, useTexts, type SameKeys } from './texts.ts';
