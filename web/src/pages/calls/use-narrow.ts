import { useSyncExternalStore } from 'react';

const query = window.matchMedia('(max-width: 640px)');
const subscribe = (listener: () => void) => {
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
};

export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => query.matches);
