// Where the user is in a list: it scrolls back when they return to it, and the arrow keys lead into it.
import { useCallback, useEffect, useRef, type RefObject } from 'react';

interface Place {
  question: string;
  top: number;
}
let left: Place | null = null;

const gridIn = (place: HTMLElement | null): HTMLElement | null =>
  place?.querySelector<HTMLElement>('[role="grid"]') ?? null;

interface ListPlace {
  /** For the element around the table. */
  place: RefObject<HTMLDivElement | null>;
  /** Call it before a row is opened. */
  leave: () => void;
  focus: () => void;
  toTop: () => void;
}

/**
 * `question` identifies the query, with the name of the list; a new one starts at the top. `hasRows`: the
 * table is there.
 */
export function useListPlace(question: string, hasRows: boolean): ListPlace {
  const place = useRef<HTMLDivElement>(null);
  const shown = useRef(question);
  useEffect(() => {
    const grid = hasRows ? gridIn(place.current) : null;
    if (!grid) return;
    if (left?.question === question) {
      grid.scrollTop = left.top;
      grid.focus({ preventScroll: true });
    } else if (shown.current !== question) grid.scrollTop = 0;
    left = null;
    shown.current = question;
  }, [question, hasRows]);
  const focus = useCallback(() => gridIn(place.current)?.focus(), []);
  const toTop = useCallback(() => gridIn(place.current)?.scrollTo({ top: 0 }), []);
  useArrowInto(focus);
  const leave = () => {
    left = { question, top: gridIn(place.current)?.scrollTop ?? 0 };
  };
  return { place, leave, focus, toTop };
}

/** When nothing else has the focus, the down arrow moves into the list. */
function useArrowInto(focus: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || (event.key !== 'ArrowDown' && event.key !== 'j')) return;
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [focus]);
}
