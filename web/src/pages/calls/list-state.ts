// The query of the list, from the URL: window, filter and order. Saved views and exports use the same query.
import { useMemo } from 'react';
import { useAsOf } from '#lib/as-of';
import type { CallFilter } from '#lib/call-filter';
import { first, type Search } from '#lib/search-text';
import { chosenWindow, type WindowChoice } from '#lib/time-window';
import { useCallFilter, useUrl, useWindow } from '#lib/url-state';
import type { Sorting } from '#ui';

export const SORTS = [
  'timestamp',
  'provider',
  'model',
  'total_tokens',
  'cost_usd',
  'latency_ms',
  'error',
] as const;
type SortBy = (typeof SORTS)[number];

export interface CallSorting extends Sorting {
  column: SortBy;
}

export const NEWEST_FIRST: CallSorting = { column: 'timestamp', order: 'desc' };

export function readOrder(search: Search): CallSorting {
  const column = SORTS.find((name) => name === first(search['sort']));
  if (column === undefined) return NEWEST_FIRST;
  return { column, order: first(search['order']) === 'asc' ? 'asc' : 'desc' };
}

/** All URL parameters of the order; newest first is the default and needs none. */
export const writeOrder = ({ column, order }: CallSorting) => {
  const usual = column === NEWEST_FIRST.column && order === NEWEST_FIRST.order;
  return { sort: usual ? undefined : column, order: usual ? undefined : order };
};

export interface CallsBody extends CallFilter {
  startTime: string;
  endTime?: string;
  sortBy: SortBy;
  sortOrder: 'asc' | 'desc';
}

export interface CallListState {
  choice: WindowChoice;
  choose: (choice: WindowChoice) => void;
  filter: CallFilter;
  setFilter: (filter: CallFilter) => void;
  order: CallSorting;
  setOrder: (order: Sorting) => void;
  body: CallsBody;
  /** When the list was loaded. */
  now: number;
  renew: () => void;
}

export function useCallListState(): CallListState {
  const [search, change] = useUrl();
  const { choice, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const [now, renew] = useAsOf();
  const sort = first(search['sort']);
  const direction = first(search['order']);
  const order = useMemo(() => readOrder({ sort, order: direction }), [sort, direction]);
  const body = useMemo((): CallsBody => {
    const { startTime, endTime } = chosenWindow(choice, now);
    const sorted = { sortBy: order.column, sortOrder: order.order };
    // "Until now" includes calls that arrived since the page was opened.
    return 'preset' in choice
      ? { startTime, ...filter, ...sorted }
      : { startTime, endTime, ...filter, ...sorted };
  }, [choice, now, filter, order]);
  const setOrder = (next: Sorting) =>
    change(writeOrder(readOrder({ sort: next.column, order: next.order })), { replace: true });
  return { choice, choose, filter, setFilter, order, setOrder, body, now, renew };
}
