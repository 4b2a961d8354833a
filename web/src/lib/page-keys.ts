// The keys of the page that is open, for the list that `?` shows.
import { useEffect, useSyncExternalStore } from 'react';

/** What it does, and its keys. */
export type KeyLine = readonly [what: string, keys: readonly string[]];

const NONE: readonly KeyLine[] = [];
let lines = NONE;
const listeners = new Set<() => void>();

function tell(next: readonly KeyLine[]): void {
  lines = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** Lists the keys as long as the component is shown. */
export function useListedKeys(own: readonly KeyLine[]): void {
  const text = JSON.stringify(own);
  useEffect(() => {
    tell(JSON.parse(text) as KeyLine[]);
    return () => tell(NONE);
  }, [text]);
}

export const usePageKeyLines = (): readonly KeyLine[] => useSyncExternalStore(subscribe, () => lines);
