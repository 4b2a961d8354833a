// New calls that arrive while the list is open: their number for the hint above it, or the calls themselves.
import { useEffect, useMemo, useRef, useState } from 'react';
import { request, useAsk, useProjectId } from '#api';
import type { CallsBody } from './list-state.ts';
import { mergeNewer, newestOf } from './merge-newer.ts';
import type { ListedCallData } from './types.ts';

const COUNT_MS = 5_000;
const LIVE_MS = 2_000;
const PAGE = 200;
/** Calls may arrive out of order: looks back this far, so that late ones are not missed. */
const LATE_MS = 10_000;

const after = (iso: string, ms: number): string => new Date(Date.parse(iso) + ms).toISOString();

/** The number of calls that are newer than the newest listed one. Queried only while the tab is visible. */
export function useNewCount(
  body: CallsBody,
  rows: readonly ListedCallData[],
  asOf: number,
  enabled: boolean,
): number {
  const { search, sortBy: _by, sortOrder: _order, ...filter } = body;
  const newest = newestOf(rows);
  const startTime = newest === null ? new Date(asOf).toISOString() : after(newest, 1);
  const { data } = useAsk(
    '/v1/query/aggregate',
    { ...filter, startTime, groupBy: 'provider', metric: 'count' },
    { enabled: enabled && search === undefined, refetchInterval: COUNT_MS, staleTime: COUNT_MS, later: true },
  );
  return enabled && search === undefined ? (data?.total.count ?? 0) : 0;
}

interface Live {
  rows: readonly ListedCallData[];
  /** The number of calls that arrived since the list was loaded. */
  fresh: number;
}

const NONE: readonly ListedCallData[] = [];

/**
 * The loaded rows and the calls that arrived since, newest first. `onGap` is called if more calls arrived
 * than one response holds; the list is then reloaded.
 */
export function useLive(
  body: CallsBody,
  loaded: readonly ListedCallData[],
  { on, question, onGap }: { on: boolean; question: string; onGap: () => void },
): Live {
  const projectId = useProjectId();
  const [arrived, setArrived] = useState({ question, calls: NONE });
  const calls = arrived.question === question ? arrived.calls : NONE;
  const rows = useMemo(() => mergeNewer(loaded, calls), [loaded, calls]);
  const current = useRef({ rows, onGap });
  useEffect(() => {
    current.current = { rows, onGap };
  });
  useEffect(() => {
    if (!on) return undefined;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const look = async () => {
      if (document.visibilityState === 'visible') {
        const newest = newestOf(current.current.rows);
        const startTime = newest === null ? body.startTime : after(newest, -LATE_MS);
        const asked = { ...body, startTime, limit: PAGE, preview: true };
        try {
          const { signal } = stop;
          const page = await request('post', '/v1/query/calls', { body: asked }, { projectId, signal });
          const oldest = page.records.at(-1)?.timestamp;
          const isGap =
            page.nextCursor !== null && newest !== null && oldest !== undefined && oldest > newest;
          if (isGap) current.current.onGap();
          else
            setArrived((before) => {
              const known = before.question === question ? before.calls : NONE;
              const calls = mergeNewer(known, page.records);
              return calls === before.calls ? before : { question, calls };
            });
        } catch {
          // The next poll may succeed; until then the list stays unchanged.
        }
      }
      if (!stop.signal.aborted) timer = setTimeout(() => void look(), LIVE_MS);
    };
    timer = setTimeout(() => void look(), LIVE_MS);
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, [on, body, question, projectId]);
  return { rows, fresh: rows.length - loaded.length };
}
