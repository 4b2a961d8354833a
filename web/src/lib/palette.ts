// Colours of names: a model has the same colour in every chart and list, and no two of them have the same one.
// Eight hues, each light and dark.

import { hashText } from './hash-text.ts';

const HUES = 8;

/** For everything that is not shown by name. */
export const REST_COLOR = 'var(--color-control)';

/** How much of a hue is kept each time it is used again. */
const LIGHTER = 0.62;
/** Lighter ones can no longer be told apart. */
const SHADES = 3;

function colorAt(place: number): string {
  const hue = `var(--color-hue-${(place % HUES) + 1})`;
  const times = Math.floor(place / HUES);
  if (times === 0) return hue;
  return `color-mix(in oklab, ${hue} ${Math.round(100 * LIGHTER ** times)}%, var(--color-surface))`;
}

/**
 * The colours of the names of one dimension. A name gets the hue that its letters give, or the next one that no other
 * name has, and keeps it.
 */
export class NameColors {
  readonly #colors = new Map<string, string>();
  readonly #taken = new Set<number>();

  /** In any order: what the names get does not depend on it. */
  colorsOf(names: readonly string[]): string[] {
    for (const name of names.toSorted())
      if (!this.#colors.has(name)) this.#colors.set(name, colorAt(this.#placeOf(name)));
    return names.map((name) => this.#colors.get(name) ?? REST_COLOR);
  }

  #placeOf(name: string): number {
    const hue = hashText(name) % HUES;
    for (let shade = 0; shade < SHADES; shade++) {
      for (let step = 0; step < HUES; step++) {
        const place = shade * HUES + ((hue + step) % HUES);
        if (this.#taken.has(place)) continue;
        this.#taken.add(place);
        return place;
      }
    }
    return hue;
  }
}

const palettes = new Map<string, NameColors>();

/** Colours that all charts and lists of this visit share, by dimension: a user and a model do not compete for one. */
export function colorsOfNames(dimension: string, names: readonly string[]): string[] {
  const palette = palettes.get(dimension) ?? new NameColors();
  palettes.set(dimension, palette);
  return palette.colorsOf(names);
}
