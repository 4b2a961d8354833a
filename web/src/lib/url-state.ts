// State that users may want to share lives in the URL. These hooks read and change it; the back button undoes
// a change.
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo } from 'react';
import { readFilter, writeFilter, type CallFilter } from './call-filter.ts';
import type { Search } from './search-text.ts';
import {
  gridOf,
  readWindow,
  windowBefore,
  windowUntilNow,
  writeWindow,
  type Grid,
  type TimeWindow,
  type WindowChoice,
} from './time-window.ts';
import { useNow } from './use-now.ts';

export function useUrl(): [Search, (changes: Search, options?: { replace?: boolean }) => void] {
  const search = useSearch({ strict: false }) as Search;
  const navigate = useNavigate();
  const change = useCallback(
    (changes: Search, { replace = false } = {}) =>
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...changes }),
        replace,
        resetScroll: false,
      }),
    [navigate],
  );
  return [search, change];
}

interface UsedWindow {
  choice: WindowChoice;
  window: TimeWindow;
  before: TimeWindow;
  grid: Grid;
  choose: (choice: WindowChoice) => void;
}

const STEP_MS = 60_000;

export function useWindow(): UsedWindow {
  const [search, change] = useUrl();
  const { from, to, window: name } = search;
  const now = useNow(STEP_MS);
  return useMemo(() => {
    const choice = readWindow({ from, to, window: name });
    const window = windowUntilNow(choice, now);
    return {
      choice,
      window,
      before: windowBefore(window),
      grid: gridOf(window),
      choose: (next) => change(writeWindow(next)),
    };
  }, [from, to, name, now, change]);
}

export function useCallFilter(): [CallFilter, (filter: CallFilter) => void] {
  const [search, change] = useUrl();
  const text = JSON.stringify(search);
  const filter = useMemo(() => readFilter(JSON.parse(text) as Search), [text]);
  return [filter, (next) => change(writeFilter(next))];
}
