// Light, dark or system theme. assets/theme.js applies it before the first paint.
import { stored, useStored } from './stored.ts';

export const THEMES = ['system', 'light', 'dark'] as const;
type Theme = (typeof THEMES)[number];

const theme = stored<Theme>('theme', (text) => THEMES.find((known) => known === text) ?? 'system');

const apply = () => {
  const chosen = theme.get();
  if (chosen === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = chosen;
};

export function followTheme(): void {
  apply();
  theme.subscribe(apply);
}

export const useTheme = (): [Theme, (next: Theme) => void] => [useStored(theme), theme.set];
