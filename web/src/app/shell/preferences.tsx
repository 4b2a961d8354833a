import { LANGUAGES, chooseLanguage, useLanguage, useTexts, type Language } from '#i18n';
import { THEMES, useTheme } from '#lib/theme';
import { MenuChoice } from '#ui';
import { shellTexts } from '../texts.ts';

/** Menu items for theme and language. */
export function PreferenceItems() {
  const texts = useTexts(shellTexts);
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  return (
    <>
      <MenuChoice
        label={texts.theme}
        value={theme}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: texts.themes[value] }))}
      />
      <MenuChoice
        label={texts.language}
        value={language}
        onChange={chooseLanguage}
        options={(Object.keys(LANGUAGES) as Language[]).map((value) => ({
          value,
          label: <span lang={value}>{LANGUAGES[value]}</span>,
        }))}
      />
    </>
  );
}
