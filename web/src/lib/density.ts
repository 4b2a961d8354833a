// The height of rows: compact or comfortable. assets/theme.js applies it before the first paint.
import { stored, useStored } from './stored.ts';

export const DENSITIES = ['compact', 'comfortable'] as const;
type Density = (typeof DENSITIES)[number];

const density = stored<Density>('density', (text) => DENSITIES.find((known) => known === text) ?? 'compact');

const apply = () => (document.documentElement.dataset['density'] = density.get());

export function followDensity(): void {
  apply();
  density.subscribe(apply);
}

export const useDensity = (): [Density, (next: Density) => void] => [useStored(density), density.set];

const ROW_PX = { compact: 32, comfortable: 40 } as const;

/** The height of a table row; styles.css has the same numbers for tables that the browser lays out. */
export const useRowHeight = (): number => ROW_PX[useDensity()[0]];
