import { LANGUAGES, chooseLanguage, useLanguage, useTexts, type Language } from '#i18n';
import { CLOCKS, useClock } from '#lib/clock';
import { DENSITIES, useDensity } from '#lib/density';
import { THEMES, useTheme } from '#lib/theme';
import { MenuChoice } from '#ui';
import { shellTexts } from '../texts.ts';

/** Menu items for everything that this browser remembers about how the dashboard looks. */
export function PreferenceItems() {
  const texts = useTexts(shellTexts);
  const language = useLanguage();
  const [theme, setTheme] = useTheme();
  const [density, setDensity] = useDensity();
  const [clock, setClock] = useClock();
  return (
    <>
      <MenuChoice
        label={texts.theme}
        value={theme}
        onChange={setTheme}
        options={THEMES.map((value) => ({ value, label: texts.themes[value] }))}
      />
      <MenuChoice
        label={texts.density}
        value={density}
        onChange={setDensity}
        options={DENSITIES.map((value) => ({ value, label: texts.densities[value] }))}
      />
      <MenuChoice
        label={texts.clock}
        value={clock}
        onChange={setClock}
        options={CLOCKS.map((value) => ({ value, label: texts.clocks[value] }))}
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
