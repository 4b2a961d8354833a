// The calls, traces and other items that were opened last, by URL only: their content must not be in the
// browser's storage.
import { stored, useStored } from '#lib/stored';
import { listOf } from './place.ts';

const KEPT = 8;

const recent = stored<readonly string[]>('recent', (text) => {
  const read: unknown = text === null ? [] : JSON.parse(text);
  return Array.isArray(read) ? read.filter((path) => typeof path === 'string').slice(0, KEPT) : [];
});

/** Newest first, each once. */
export function noteRecent(pathname: string): void {
  if (listOf(pathname) === null || recent.get()[0] === pathname) return;
  recent.set([pathname, ...recent.get().filter((path) => path !== pathname)].slice(0, KEPT));
}

/** Called on sign-out, because the next user of this browser may be another person. */
export const forgetRecent = (): void => recent.set([]);

export const useRecent = (): readonly string[] => useStored(recent);
