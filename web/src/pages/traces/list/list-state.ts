// The query of the list, from the URL: window, the filter of calls, and the filter of traces.
import { useMemo } from 'react';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { useListState, type ListState, type Sorting, type Sorts } from '#lib/list-state';
import { useUrl } from '#lib/url-state';
import { readTraceFilter, writeTraceFilter, type TraceFilter } from './trace-filter.ts';

export interface TracesBody extends CallFilter, TraceFilter {
  startTime: string;
  endTime?: string;
  sortBy?: (typeof SORTED_BY)[SortedBy];
  sortOrder?: Sorting['order'];
}

/** The columns by which the service sorts, and their names there. */
const SORTED_BY = {
  start: 'startTime',
  duration: 'durationMs',
  cost: 'costUsd',
  tokens: 'totalTokens',
  errors: 'errors',
  spans: 'spans',
} as const;
type SortedBy = keyof typeof SORTED_BY;
const SORTS: Sorts<SortedBy> = {
  by: Object.keys(SORTED_BY) as SortedBy[],
  usual: { column: 'start', order: 'desc' },
};

/** The usual order is that of the latest activity, which the service has without sorting. */
const orderOf = ({ column, order }: Sorting<SortedBy>) =>
  column === SORTS.usual.column && order === SORTS.usual.order
    ? {}
    : { sortBy: SORTED_BY[column], sortOrder: order };

export interface TraceListState extends ListState<SortedBy> {
  ofTraces: TraceFilter;
  setOfTraces: (ofTraces: TraceFilter) => void;
  body: TracesBody;
}

export function useTraceListState(): TraceListState {
  const [search, change] = useUrl();
  const state = useListState(SORTS);
  const written = JSON.stringify(readTraceFilter(search));
  const ofTraces = useMemo(() => JSON.parse(written) as TraceFilter, [written]);
  return {
    ...state,
    ofTraces,
    setOfTraces: (next) => change(writeTraceFilter(next)),
    isNarrowed: state.isNarrowed || Object.keys(ofTraces).length > 0,
    clear: () => change({ ...writeFilter({}), ...writeTraceFilter({}) }),
    body: useMemo(
      () => ({ ...state.body, ...ofTraces, ...orderOf(state.sorting) }),
      [state.body, ofTraces, state.sorting],
    ),
  };
}
