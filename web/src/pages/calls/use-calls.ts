import { useAskPages, useRows, type Answer } from '#api';
import type { CallsBody } from './list-state.ts';

const FIRST_PAGE = 50;
const PAGE = 200;
const callsIn = ({ records }: Answer<'post', '/v1/query/calls'>) => records;

export function useCalls(body: CallsBody) {
  const asked = useAskPages(
    '/v1/query/calls',
    { ...body, limit: PAGE, preview: true },
    // Refreshed only by the user: an automatic refetch would reload every page that was scrolled through.
    { firstLimit: FIRST_PAGE, keepPrevious: true, staleTime: Number.POSITIVE_INFINITY },
  );
  return { asked, ...useRows(asked, callsIn) };
}
