import { stored, useStored } from '#lib/stored';

export const LANGUAGES = { en: 'English', ja: '日本語' } as const;
export type Language = keyof typeof LANGUAGES;

const preferred = (): Language =>
  navigator.languages.find((tag) => /^(?:en|ja)\b/.test(tag))?.startsWith('ja') ? 'ja' : 'en';

const language = stored<Language>('language', (text) =>
  text !== null && Object.hasOwn(LANGUAGES, text) ? (text as Language) : preferred(),
);

export const currentLanguage = (): Language => language.get();
export const chooseLanguage = (next: Language): void => language.set(next);
export const useLanguage = (): Language => useStored(language);

export function followLanguage(): void {
  const apply = () => (document.documentElement.lang = language.get());
  apply();
  language.subscribe(apply);
}
