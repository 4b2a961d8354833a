import type { InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';

/** A page of a search may be short or empty and still not be the last. */
const ENOUGH = 30;

interface Asked<Page> {
  data: InfiniteData<Page> | undefined;
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  isPlaceholderData: boolean;
  fetchNextPage: () => unknown;
}

/** The rows of all loaded pages, and how to get more. `rowsOf` must be the same function on every render. */
export function useRows<Page, Row>(asked: Asked<Page>, rowsOf: (page: Page) => readonly Row[]) {
  const { data, hasNextPage, isFetchingNextPage, isFetchNextPageError, isPlaceholderData, fetchNextPage } =
    asked;
  const rows = useMemo(
    (): readonly Row[] => data?.pages.flatMap((page) => [...rowsOf(page)]) ?? [],
    [data, rowsOf],
  );
  // Rows of the previous query say nothing about further pages of this one.
  const goesOn = hasNextPage && !isFetchNextPageError && !isPlaceholderData;
  const more = useCallback(() => {
    if (goesOn && !isFetchingNextPage) void fetchNextPage();
  }, [goesOn, isFetchingNextPage, fetchNextPage]);
  const looking = data !== undefined && rows.length < ENOUGH && goesOn;
  useEffect(() => {
    if (looking) more();
  }, [looking, more]);
  return { rows, more, looking };
}
