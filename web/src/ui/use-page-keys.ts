// Keys that work on the whole page, unless the user is typing, something is open on top of it, or the key follows
// `g`, which opens a page.
import { useEffect, useRef } from 'react';

const SEQUENCE_MS = 1_200;

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
    let goAt = Number.NEGATIVE_INFINITY;
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      const afterGo = event.timeStamp - goAt < SEQUENCE_MS;
      goAt = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      const act = current.current[event.key];
      if (!act || afterGo || isBusy(event.target)) return;
      event.preventDefault();
      act();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
