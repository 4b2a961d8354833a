// Single keys, for whoever goes through many calls. Nothing happens while somebody types, in a dialog, with Ctrl and its like,
// or when they are switched off: people who speak to their computer type letters by accident.
import { useEffect } from 'react';
import { stored, useStored } from '#lib/stored';

const keysOn = stored<boolean>('review-keys', (text) => text !== 'false');

export const useKeysOn = (): [boolean, (on: boolean) => void] => [useStored(keysOn), keysOn.set];

const TYPING = 'input, textarea, select, [contenteditable="true"]';
/** Arrows move inside of these. */
const MOVING = '[role="group"], [role="tablist"], [role="radiogroup"], pre, [role="region"]';

export function useKeys(keys: Readonly<Record<string, () => void>>): void {
  const on = useStored(keysOn);
  useEffect(() => {
    if (!on) return undefined;
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.isComposing) return;
      const { target } = event;
      if (target instanceof Element && target.closest(TYPING)) return;
      if (event.key.startsWith('Arrow') && target instanceof Element && target.closest(MOVING)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      if (!Object.hasOwn(keys, event.key)) return;
      event.preventDefault();
      keys[event.key]?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
