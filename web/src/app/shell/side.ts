// Which parts of the navigation are collapsed, stored in this browser.
import { stored, useStored } from '#lib/stored';

const SIDES = ['wide', 'icons'] as const;
type Side = (typeof SIDES)[number];

const side = stored<Side>('side', (text) => SIDES.find((known) => known === text) ?? 'wide');
const protect = stored<'open' | 'closed'>('protect', (text) => (text === 'closed' ? 'closed' : 'open'));

const apply = () => (document.documentElement.dataset['side'] = side.get());

export function followSide(): void {
  apply();
  side.subscribe(apply);
}

export const useSide = (): [Side, (next: Side) => void] => [useStored(side), side.set];

export const useProtectOpen = (): [boolean, (open: boolean) => void] => [
  useStored(protect) === 'open',
  (open) => protect.set(open ? 'open' : 'closed'),
];
