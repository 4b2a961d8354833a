import { useCallback, useEffect, useMemo } from 'react';
import { useAsk, useAskPages } from '#api';
import type { CallsBody } from './list-state.ts';
import type { Call } from './types.ts';

const PAGE = 200;
/** When searching content, a page may be short or empty and still not be the last. */
const ENOUGH = 30;
const NO_CALLS: readonly Call[] = [];

export function useCalls(body: CallsBody) {
  const asked = useAskPages(
    '/v1/query/calls',
    { ...body, limit: PAGE },
    // Refreshed only by the user: an automatic refetch would reload every page that was scrolled through.
    { keepPrevious: true, staleTime: Number.POSITIVE_INFINITY },
  );
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    asked;
  const rows = useMemo(() => data?.pages.flatMap(({ records }) => records) ?? NO_CALLS, [data]);
  // Rows of the previous query say nothing about further pages of this one.
  const goesOn = hasNextPage && !isFetchNextPageError && !isPlaceholderData;
  const more = useCallback(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  const looking = data !== undefined && rows.length < ENOUGH && goesOn;
  useEffect(() => {
    if (looking) more();
  }, [looking, more]);
  return { asked, rows, more, looking };
}

export interface Total {
  count: number | undefined;
  counting: boolean;
}

/** The number of matching calls. A text search cannot be counted, so it has no total. */
export function useTotal(body: CallsBody): Total {
  const { search, sortBy: _by, sortOrder: _order, ...filter } = body;
  const { data, isLoading } = useAsk(
    '/v1/query/aggregate',
    { ...filter, groupBy: 'provider', metric: 'count' },
    { enabled: search === undefined, staleTime: Number.POSITIVE_INFINITY },
  );
  return search === undefined
    ? { count: data?.total.count, counting: isLoading }
    : { count: undefined, counting: false };
}
