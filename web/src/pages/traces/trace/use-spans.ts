// All spans of a trace, without content. The first page is shown at once.
import { useEffect, useMemo } from 'react';
import { useGetPages } from '#api';
import { runSpanOf, type Span } from './spans.ts';

const PAGE = 10_000;

export interface Spans {
  spans: readonly Span[];
  /** Whether some are spans of speech. */
  isVoice: boolean;
  /** null when all spans are loaded. */
  missing: { loaded: number; total: number | null; error: unknown; retry: () => void } | null;
}

interface AskedSpans {
  data: Spans | null;
  error: unknown;
  refetch: () => unknown;
}

export function useSpans(id: string): AskedSpans {
  const asked = useGetPages(
    '/v1/query/trace/{id}/spans',
    { path: { id }, query: { limit: PAGE } },
    { staleTime: Number.POSITIVE_INFINITY },
  );
  const { data, hasNextPage, isFetching, isError, error, fetchNextPage, refetch } = asked;
  useEffect(() => {
    if (hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [hasNextPage, isFetching, isError, fetchNextPage]);
  const isWhole = data !== undefined && !hasNextPage;
  const first = data?.pages[0];
  // Switches once, when all spans are loaded: a growing tree would move under the user's eyes.
  const whole = isWhole ? data : null;
  const spans = useMemo(() => {
    const pages = whole?.pages ?? (first ? [first] : []);
    return pages.flatMap((page) => page.spans.map(runSpanOf));
  }, [whole, first]);
  const known = useMemo((): Spans | null => {
    if (!data) return null;
    const isVoice = data.pages.some(({ voice }) => voice);
    if (isWhole) return { spans, isVoice, missing: null };
    return {
      spans,
      isVoice,
      missing: {
        loaded: data.pages.reduce((sum, page) => sum + page.spans.length, 0),
        total: first?.total ?? null,
        error: isError && !isFetching ? error : null,
        retry: () => void fetchNextPage(),
      },
    };
  }, [data, isWhole, spans, first, isError, isFetching, error, fetchNextPage]);
  return { data: known, error: data ? null : error, refetch };
}
