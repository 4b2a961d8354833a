// The query of the list, from the URL: window, the filter of calls, and the filter of traces.
import { useMemo } from 'react';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { useListState, type ListState } from '#lib/list-state';
import { useUrl } from '#lib/url-state';
import { readTraceFilter, writeTraceFilter, type TraceFilter } from './trace-filter.ts';

export interface TracesBody extends CallFilter, TraceFilter {
  startTime: string;
  endTime?: string;
}

export interface TraceListState extends ListState {
  ofTraces: TraceFilter;
  setOfTraces: (ofTraces: TraceFilter) => void;
  body: TracesBody;
}

export function useTraceListState(): TraceListState {
  const [search, change] = useUrl();
  const state: ListState = useListState();
  const written = JSON.stringify(readTraceFilter(search));
  const ofTraces = useMemo(() => JSON.parse(written) as TraceFilter, [written]);
  return {
    ...state,
    ofTraces,
    setOfTraces: (next) => change(writeTraceFilter(next)),
    isNarrowed: state.isNarrowed || Object.keys(ofTraces).length > 0,
    clear: () => change({ ...writeFilter({}), ...writeTraceFilter({}) }),
    body: useMemo(() => ({ ...state.body, ...ofTraces }), [state.body, ofTraces]),
  };
}
