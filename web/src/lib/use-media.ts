import { useCallback, useSyncExternalStore } from 'react';

const useMedia = (query: string): boolean => {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches);
};

/** Phone width. */
export const useNarrow = (): boolean => useMedia('(max-width: 640px)');

/** Wide enough for details beside a list. */
export const useWide = (): boolean => useMedia('(min-width: 64rem)');

/** Wide enough for filters beside a list that still has room for input and output. */
export const useVeryWide = (): boolean => useMedia('(min-width: 100rem)');
