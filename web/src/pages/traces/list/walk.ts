// The traces of a list, and the list that a trace was opened from: the page of the trace leads to the previous
// and the next trace in that list.
import { useEffect, useState } from 'react';
import { useAskPages, useProjectId, useRows, type Answer } from '#api';
import type { TracesBody } from './list-state.ts';

const FIRST_PAGE = 50;
const PAGE = 100;
/** A search may return short pages. */
const ENOUGH = 30;
const tracesIn = ({ traces }: Answer<'post', '/v1/query/traces'>) => traces;

export function useTraces(body: TracesBody, { enabled = true } = {}) {
  const asked = useAskPages(
    '/v1/query/traces',
    { ...body, limit: PAGE, preview: true },
    // Refreshed only by the user: an automatic refetch would reload every page that was scrolled through.
    { firstLimit: FIRST_PAGE, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY, enabled },
  );
  return useRows(asked, tracesIn, { enough: ENOUGH });
}

interface Walk {
  projectId: string | null;
  /** The query of a list of traces, or the traces themselves. */
  along: TracesBody | readonly string[];
}
let walk: Walk | null = null;

/** Call it before a trace of the list is opened. */
export function startWalk(projectId: string | null, along: Walk['along']): void {
  walk = { projectId, along };
}

const isList = (along: Walk['along']): along is readonly string[] => Array.isArray(along);

const NOWHERE: TracesBody = { startTime: '' };
/** The next page is loaded when only this many traces are left. */
const NEAR_END = 3;

/** The pages of the list are still in memory; further ones are loaded as needed. */
export function useNeighbours(id: string): Neighbours {
  const projectId = useProjectId();
  const [known] = useState(walk);
  const along = known?.projectId === projectId ? known.along : [];
  const { rows, more } = useTraces(isList(along) ? NOWHERE : along, { enabled: !isList(along) });
  const ids = isList(along) ? along : rows.map(({ traceId }) => traceId);
  const at = ids.indexOf(id);
  const isNearEnd = at >= 0 && at >= ids.length - NEAR_END;
  useEffect(() => {
    if (isNearEnd) more();
  }, [isNearEnd, more]);
  return neighboursIn(ids, at);
}

interface Neighbours {
  /** Whether the trace is in the list at all. */
  isListed: boolean;
  before?: string;
  after?: string;
}

export function neighboursIn(ids: readonly string[], at: number): Neighbours {
  const before = at > 0 ? ids[at - 1] : undefined;
  const after = at >= 0 ? ids[at + 1] : undefined;
  return {
    isListed: at >= 0,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
  };
}
