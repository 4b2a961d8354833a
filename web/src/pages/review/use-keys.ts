// Single-key shortcuts for reviewing many calls. Ignored while the user types, in dialogs, with modifier
// keys, and when switched off, because speech input can trigger single letters by accident.
import { useEffect } from 'react';
import { stored, useStored } from '#lib/stored';

const keysOn = stored<boolean>('review-keys', (text) => text !== 'false');

export const useKeysOn = (): [boolean, (on: boolean) => void] => [useStored(keysOn), keysOn.set];

const TYPING = 'input, textarea, select, [contenteditable="true"]';
/** Elements that use the arrow keys themselves. */
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
