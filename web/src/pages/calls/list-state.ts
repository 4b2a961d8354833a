// The query of the list, from the URL. Saved views and exports use the same query.
import { useMemo } from 'react';
import type { CallFilter } from '#lib/call-filter';
import { useListState, type ListState, type Sorting, type Sorts } from '#lib/list-state';

const SORTS = ['timestamp', 'provider', 'model', 'total_tokens', 'cost_usd', 'latency_ms', 'error'] as const;
type SortBy = (typeof SORTS)[number];
export type CallSorting = Sorting<SortBy>;

export const CALL_SORTS: Sorts<SortBy> = { by: SORTS, usual: { column: 'timestamp', order: 'desc' } };

export interface CallsBody extends CallFilter {
  startTime: string;
  endTime?: string;
  sortBy: SortBy;
  sortOrder: 'asc' | 'desc';
}

export interface CallListState extends ListState<SortBy> {
  body: CallsBody;
}

export function useCallListState(): CallListState {
  const state = useListState(CALL_SORTS);
  const { body, sorting } = state;
  return {
    ...state,
    body: useMemo(() => ({ ...body, sortBy: sorting.column, sortOrder: sorting.order }), [body, sorting]),
  };
}
