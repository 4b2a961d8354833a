// Colours of names: a model has the same colour in every chart and list. Eight hues, each light and dark.

import { hashText } from './hash-text.ts';

const HUES = 8;

const hueOf = (name: string): number => (hashText(name) % HUES) + 1;

/** For everything that is not shown by name. */
export const REST_COLOR = 'var(--color-control)';

export const colorOfName = (name: string): string => `var(--color-hue-${hueOf(name)})`;

/** How much of a hue is kept when it is used again. */
const LIGHTER = 0.62;

/** Colours of names in one chart, in any order: a hue that is used twice is lighter the second time. */
export function colorsOfNames(names: readonly string[]): string[] {
  const used = new Map<number, number>();
  const colors = new Map<string, string>();
  for (const name of names.toSorted()) {
    const hue = hueOf(name);
    const times = used.get(hue) ?? 0;
    used.set(hue, times + 1);
    const share = Math.round(100 * LIGHTER ** times);
    const color = colorOfName(name);
    colors.set(name, times === 0 ? color : `color-mix(in oklab, ${color} ${share}%, var(--color-surface))`);
  }
  return names.map((name) => colors.get(name) ?? REST_COLOR);
}
