// Shortcuts of a single letter can be switched off, because speech input and stray typing trigger them by
// accident. Pages listen on the document, so one listener in front of it is enough for all of them.
import { stored, useStored } from './stored.ts';

const letterKeys = stored<boolean>('letter-keys', (text) => text !== 'false');

/** Places that take letters themselves while they have the focus. */
const OWN =
  'input, textarea, select, [contenteditable="true"], [role="grid"], [role="menu"], [role="listbox"], [role="tree"], [role="treegrid"]';

const isLetter = ({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && !ctrlKey && !metaKey && !altKey;

export function followLetterKeys(): void {
  window.addEventListener(
    'keydown',
    (event) => {
      if (letterKeys.get() || !isLetter(event)) return;
      if (!(event.target instanceof Element && event.target.closest(OWN))) event.stopPropagation();
    },
    { capture: true },
  );
}

export const useLetterKeys = (): [boolean, (on: boolean) => void] => [useStored(letterKeys), letterKeys.set];
