// Settings of this browser: kept in localStorage and shared between tabs. Without storage they last until the
// page is closed.
import { useSyncExternalStore } from 'react';

interface Stored<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: (listener: () => void) => () => void;
}

export function stored<T>(name: string, read: (text: string | null) => T): Stored<T> {
  const key = `tracewell.${name}`;
  const listeners = new Set<() => void>();
  const load = (): T => {
    try {
      return read(localStorage.getItem(key));
    } catch {
      return read(null);
    }
  };
  let value = load();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  window.addEventListener('storage', (event) => {
    if (event.key !== key) return;
    value = load();
    tell();
  });
  return {
    get: () => value,
    set: (next) => {
      value = next;
      try {
        localStorage.setItem(key, typeof next === 'string' ? next : JSON.stringify(next));
      } catch {
        // Storage is blocked; the value lasts until the page is closed.
      }
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStored = <T>(store: Stored<T>): T =>
  useSyncExternalStore(store.subscribe, store.get, store.get);

const byName = new Map<string, Stored<unknown>>();

/** The setting of this name: made once, for names that are known only while a page is drawn. */
export function storedAs<T>(name: string, read: (text: string | null) => T): Stored<T> {
  const known = byName.get(name) as Stored<T> | undefined;
  if (known) return known;
  const made = stored(name, read);
  byName.set(name, made as Stored<unknown>);
  return made;
}
