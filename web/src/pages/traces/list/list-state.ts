// The query of the list, from the URL: window, the filter of calls, and the filter of traces.
import { useMemo } from 'react';
import { useAsOf } from '#lib/as-of';
import { filterParts, writeFilter, type CallFilter } from '#lib/call-filter';
import { chosenWindow, type WindowChoice } from '#lib/time-window';
import { useCallFilter, useUrl, useWindow } from '#lib/url-state';
import { readTraceFilter, writeTraceFilter, type TraceFilter } from './trace-filter.ts';

export interface TracesBody extends CallFilter, TraceFilter {
  startTime: string;
  endTime?: string;
}

export interface ListState {
  choice: WindowChoice;
  choose: (choice: WindowChoice) => void;
  filter: CallFilter;
  ofTraces: TraceFilter;
  setFilters: (filter: CallFilter, ofTraces: TraceFilter) => void;
  isNarrowed: boolean;
  body: TracesBody;
  /** When the list was loaded. */
  now: number;
  renew: () => void;
}

export function useListState(): ListState {
  const [search, change] = useUrl();
  const { choice, choose } = useWindow();
  const [filter] = useCallFilter();
  const [now, renew] = useAsOf();
  const written = JSON.stringify(readTraceFilter(search));
  const ofTraces = useMemo(() => JSON.parse(written) as TraceFilter, [written]);
  const body = useMemo((): TracesBody => {
    const { startTime, endTime } = chosenWindow(choice, now);
    // "Until now" includes traces that arrived since the page was opened.
    return { startTime, ...('preset' in choice ? {} : { endTime }), ...filter, ...ofTraces };
  }, [choice, now, filter, ofTraces]);
  return {
    choice,
    choose,
    filter,
    ofTraces,
    setFilters: (next, nextOfTraces) => change({ ...writeFilter(next), ...writeTraceFilter(nextOfTraces) }),
    isNarrowed: filterParts(filter).length + Object.keys(ofTraces).length > 0,
    body,
    now,
    renew,
  };
}
