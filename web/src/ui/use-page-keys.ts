// Keys that work on the whole page, unless the user is typing or something is open on top of it.
import { useEffect, useRef } from 'react';

const isBusy = (target: EventTarget | null): boolean =>
  (target instanceof HTMLElement &&
    (/^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName) || target.isContentEditable)) ||
  document.querySelector('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

export function usePageKeys(keys: Readonly<Record<string, (() => void) | undefined>>): void {
  const current = useRef(keys);
  useEffect(() => {
    current.current = keys;
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const act = current.current[event.key];
      if (!act || isBusy(event.target)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
