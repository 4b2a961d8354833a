// What a list shows, from the URL: the window, the filter of calls and the order of the rows.
import { useMemo, useCallback, useState } from 'react';
import { filterParts, type CallFilter } from './call-filter.ts';
import { first, type Search } from './search-text.ts';
import { chosenWindow, type WindowChoice } from './time-window.ts';
import { useCallFilter, useUrl, useWindow } from './url-state.ts';

/** Someone who comes back within this time sees the list that they left. */
const KEEP_MS = 120_000;
let asOf = 0;

/**
 * The time of a list. It is a snapshot until the user renews it: rows that shift every minute would be hard
 * to read.
 */
function useAsOf(): [number, () => void] {
  const [now, setNow] = useState(() => {
    if (Date.now() - asOf > KEEP_MS) asOf = Date.now();
    return asOf;
  });
  const renew = useCallback(() => {
    asOf = Date.now();
    setNow(asOf);
  }, []);
  return [now, renew];
}

export interface Sorting<By extends string = string> {
  column: By;
  order: 'asc' | 'desc';
}

/** The columns by which the service can sort a list. */
export interface Sorts<By extends string = string> {
  by: readonly By[];
  /** The order without parameters in the URL. */
  usual: Sorting<By>;
  /** The service sorts in one direction only, from the largest down. */
  onlyDown?: boolean;
}

export function readSorting<By extends string>(search: Search, sorts: Sorts<By>): Sorting<By> {
  const column = sorts.by.find((name) => name === first(search['sort']));
  if (column === undefined) return sorts.usual;
  return { column, order: !sorts.onlyDown && first(search['order']) === 'asc' ? 'asc' : 'desc' };
}

/** All URL parameters of the order. */
export function writeSorting<By extends string>(
  { column, order }: Sorting<By>,
  { usual, onlyDown }: Sorts<By>,
) {
  const isUsual = column === usual.column && (onlyDown === true || order === usual.order);
  return { sort: isUsual ? undefined : column, order: isUsual || onlyDown ? undefined : order };
}

const NO_SORTS: Sorts<never> = { by: [], usual: { column: undefined as never, order: 'desc' } };

export interface ListState<By extends string = string> {
  choice: WindowChoice;
  choose: (choice: WindowChoice) => void;
  filter: CallFilter;
  setFilter: (filter: CallFilter) => void;
  isNarrowed: boolean;
  /** Removes every filter. */
  clear: () => void;
  sorts: Sorts<By>;
  sorting: Sorting<By>;
  setSorting: (sorting: Sorting) => void;
  /** The window and the filter as the service takes them. */
  body: CallFilter & { startTime: string; endTime?: string };
  /** When the list was loaded. */
  now: number;
  renew: () => void;
}

/** `sorts` must be the same object on every render. */
export function useListState<By extends string = never>(sorts: Sorts<By> = NO_SORTS): ListState<By> {
  const [search, change] = useUrl();
  const { choice, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const [now, renew] = useAsOf();
  const { sort, order } = search;
  const sorting = useMemo(() => readSorting({ sort, order }, sorts), [sort, order, sorts]);
  const body = useMemo(() => {
    const { startTime, endTime } = chosenWindow(choice, now);
    // "Until now" includes records that arrived since the page was opened.
    return { startTime, ...('preset' in choice ? {} : { endTime }), ...filter };
  }, [choice, now, filter]);
  return {
    choice,
    choose,
    filter,
    setFilter,
    isNarrowed: filterParts(filter).length > 0,
    clear: () => setFilter({}),
    sorts,
    sorting,
    setSorting: (next) =>
      change(writeSorting(readSorting({ sort: next.column, order: next.order }, sorts), sorts), {
        replace: true,
      }),
    body,
    now,
    renew,
  };
}
