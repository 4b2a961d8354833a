import { useAskPages, useRows, type Answer } from '#api';
import type { TracesBody } from './list-state.ts';

const FIRST_PAGE = 50;
const PAGE = 100;
const tracesIn = ({ traces }: Answer<'post', '/v1/query/traces'>) => traces;

export function useTraces(body: TracesBody, { enabled = true } = {}) {
  const asked = useAskPages(
    '/v1/query/traces',
    { ...body, limit: PAGE, preview: true },
    // Refreshed only by the user: an automatic refetch would reload every page that was scrolled through.
    { firstLimit: FIRST_PAGE, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY, enabled },
  );
  return { asked, ...useRows(asked, tracesIn) };
}
