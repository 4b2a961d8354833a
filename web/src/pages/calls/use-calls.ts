// The calls of the list: those that are loaded, those that arrived since, without those that were deleted.
import { useMemo, useState } from 'react';
import { useAskPages, useRows, type Answer, type LoadedRows } from '#api';
import { CALL_SORTS, type CallListState } from './list-state.ts';
import { useLive, useNewCount } from './live.ts';
import type { ListedCallData } from './types.ts';
import { useVolume, type Volume } from './volume.ts';

const FIRST_PAGE = 50;
const PAGE = 200;
/** A search may return short pages. */
const ENOUGH = 30;
/** Live calls are added while the first row is in view. */
const NEAR_PX = 20;
const NONE: ReadonlySet<string> = new Set();
const callsIn = ({ records }: Answer<'post', '/v1/query/calls'>) => records;

export interface ListedCalls {
  list: LoadedRows<ListedCallData>;
  volume: Volume;
  /** How many calls match, if it is known. */
  total: number | undefined;
  newCount: number;
  /** Null if the list cannot grow at its top. */
  live: { on: boolean; paused: boolean; onChange: (on: boolean) => void } | null;
  onScroll: (top: number) => void;
  /** Takes calls out of the list that are being deleted. */
  drop: (ids: readonly string[]) => void;
}

export function useCalls({ body, choice, filter, sorting, now, renew }: CallListState): ListedCalls {
  const asked = useAskPages(
    '/v1/query/calls',
    { ...body, limit: PAGE, preview: true },
    // Refreshed only by the user: an automatic refetch would reload every page that was scrolled through.
    { firstLimit: FIRST_PAGE, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const loaded = useRows(asked, callsIn, { enough: ENOUGH });
  const volume = useVolume(body, choice, now);

  // Only a list of the newest calls up to now can grow at its top.
  const { usual } = CALL_SORTS;
  const newestFirst = sorting.column === usual.column && sorting.order === usual.order;
  const mayGrow = 'preset' in choice && newestFirst && filter.search === undefined;
  const [live, setLive] = useState(false);
  const [atTop, setAtTop] = useState(true);
  const on = live && mayGrow;
  const question = useMemo(() => JSON.stringify(body), [body]);
  const { rows: all, fresh } = useLive(body, loaded.rows, {
    on: on && atTop && asked.isSuccess && !asked.isPlaceholderData,
    question,
    onGap: renew,
  });
  const newCount = useNewCount(body, all, now, mayGrow && !on && asked.isSuccess);
  const [gone, setGone] = useState(NONE);
  const rows = useMemo(() => (gone.size === 0 ? all : all.filter(({ id }) => !gone.has(id))), [all, gone]);
  return {
    list: { ...loaded, rows },
    volume,
    total: volume.count === undefined ? undefined : volume.count + fresh,
    newCount,
    live: mayGrow ? { on, paused: on && !atTop, onChange: setLive } : null,
    onScroll: (top) => setAtTop(top <= NEAR_PX),
    drop: (ids) => setGone((before) => new Set([...before, ...ids])),
  };
}
