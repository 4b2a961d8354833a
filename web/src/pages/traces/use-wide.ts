import { useSyncExternalStore } from 'react';

const query = () => window.matchMedia('(min-width: 80rem)');

function subscribe(listener: () => void): () => void {
  const media = query();
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}

/** Whether there is room for details beside a list. */
export const useWide = (): boolean => useSyncExternalStore(subscribe, () => query().matches);
