// All spans of a trace. The first ones come with content; the rest of a long trace follows with figures only.
import { useEffect, useMemo } from 'react';
import { useGetPages } from '#api';
import { spansOf, withWhole, type Span, type Trace } from './spans.ts';

const PAGE = 10_000;

export interface Spans {
  spans: readonly Span[];
  /** null when all spans are loaded. */
  missing: { loaded: number; total: number | null; error: unknown; retry: () => void } | null;
}

export function useSpans(trace: Trace): Spans {
  const first = useMemo(() => spansOf(trace.nodes), [trace.nodes]);
  const rest = useGetPages(
    '/v1/query/trace/{id}/spans',
    { path: { id: trace.traceId }, query: { limit: PAGE } },
    { enabled: trace.truncated, staleTime: Number.POSITIVE_INFINITY },
  );
  const { data, hasNextPage, isFetching, isError, error, fetchNextPage, refetch } = rest;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const isWhole = trace.truncated && data !== undefined && !hasNextPage;
  // Switches once, when all spans are loaded: a growing tree would move under the user's eyes.
  const all = useMemo(
    () => (isWhole ? withWhole(data?.pages.flatMap(({ spans }) => spans) ?? [], first) : null),
    [isWhole, data, first],
  );
  if (!trace.truncated || all) return { spans: all ?? first, missing: null };
  return {
    spans: first,
    missing: {
      loaded: data?.pages.reduce((sum, { spans }) => sum + spans.length, 0) ?? first.length,
      total: data?.pages[0]?.total ?? null,
      error: isError && !isFetching ? error : null,
      retry: () => void (data ? fetchNextPage() : refetch()),
    },
  };
}
