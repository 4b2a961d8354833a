// j and k move through the inbox. Ignored while the user types, and right after `g`, which opens a page.
import { useEffect, useRef } from 'react';

const SEQUENCE_MS = 1_200;

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

export function useInboxKeys(actions: Readonly<Record<string, () => void>>): void {
  const goAt = useRef(Number.NEGATIVE_INFINITY);
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
      if (document.querySelector('[role="dialog"], [role="menu"]')) return;
      const afterGo = event.timeStamp - goAt.current < SEQUENCE_MS;
      goAt.current = event.key === 'g' ? event.timeStamp : Number.NEGATIVE_INFINITY;
      if (!afterGo && Object.hasOwn(actions, event.key)) actions[event.key]?.();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  });
}
