import type { InfiniteData } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';

interface Query {
  data: unknown;
  error: unknown;
  isError: boolean;
  isSuccess: boolean;
  isFetching: boolean;
  isPlaceholderData: boolean;
  refetch: () => unknown;
}

interface Pages extends Query {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  isFetchNextPageError: boolean;
  fetchNextPage: () => unknown;
}

/** The rows of all loaded pages of a list. */
export interface LoadedRows<Row> {
  asked: Query & Pick<Pages, 'hasNextPage' | 'isFetchingNextPage' | 'fetchNextPage'>;
  rows: readonly Row[];
  /** Loads the next page, if there is one. */
  more: () => void;
  /** Further pages are being loaded, because those before have few rows. */
  looking: boolean;
}

/**
 * The rows of `useGetPages` or `useAskPages`. A page of a search may be short or empty and still not be the last:
 * further pages are loaded until there are `enough` rows. For long lists, `rowsOf` must be the same function on every
 * render.
 */
export function useRows<Page, Row>(
  asked: Pages & { data: InfiniteData<Page> | undefined },
  rowsOf: (page: Page) => readonly Row[],
  { enough = 1 } = {},
): LoadedRows<Row> {
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
  const looking = data !== undefined && rows.length < enough && goesOn;
  useEffect(() => {
    if (looking) more();
  }, [looking, more]);
  return { asked, rows, more, looking };
}

const ONLY = { hasNextPage: false, isFetchingNextPage: false, fetchNextPage: () => null } as const;
const nothing = () => {};

/** The rows of an answer that has no further pages. */
export const allRows = <Answer, Row>(
  asked: Query & { data: Answer | undefined },
  rowsOf: (answer: Answer) => readonly Row[],
): LoadedRows<Row> => ({
  asked: { ...asked, ...ONLY },
  rows: asked.data === undefined ? [] : rowsOf(asked.data),
  more: nothing,
  looking: false,
});
