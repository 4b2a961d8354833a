// All spans of a trace. Two requests run at once: the trace with the content of its first spans, and all
// spans with figures only. The response that arrives first is shown first.
import { useEffect, useMemo } from 'react';
import { useGet, useGetPages } from '#api';
import { lightSpansOf, spansOf, withWhole, type Span, type Trace } from './spans.ts';

const PAGE = 10_000;

export interface Spans {
  /** null until the content is loaded. */
  trace: Trace | null;
  spans: readonly Span[];
  /** null when all spans are loaded. */
  missing: { loaded: number; total: number | null; error: unknown; retry: () => void } | null;
}

interface AskedSpans {
  data: Spans | null;
  error: unknown;
  refetch: () => unknown;
}

export function useSpans(id: string): AskedSpans {
  const asked = useGet('/v1/query/trace/{id}', { path: { id } });
  const trace = asked.data ?? null;
  const needsRest = trace?.truncated !== false;
  const rest = useGetPages(
    '/v1/query/trace/{id}/spans',
    { path: { id }, query: { limit: PAGE } },
    { enabled: needsRest, staleTime: Number.POSITIVE_INFINITY },
  );
  const { data, hasNextPage, isFetching, isError, error, fetchNextPage, refetch } = rest;
  useEffect(() => {
    if (needsRest && hasNextPage && !isFetching && !isError) void fetchNextPage();
  }, [needsRest, hasNextPage, isFetching, isError, fetchNextPage]);
  const first = useMemo(() => (trace ? spansOf(trace.nodes) : null), [trace]);
  const isWhole = data !== undefined && !hasNextPage;
  // Switches once, when all spans are loaded: a growing tree would move under the user's eyes.
  const light = useMemo(() => (isWhole ? data.pages.flatMap(({ spans }) => spans) : null), [isWhole, data]);
  const spans = useMemo((): readonly Span[] | null => {
    if (trace?.truncated === false) return first;
    if (!light) return first;
    return first ? withWhole(light, first) : lightSpansOf(light);
  }, [trace, first, light]);
  const known = useMemo((): Spans | null => {
    if (!spans) return null;
    if (light || trace?.truncated === false) return { trace, spans, missing: null };
    return {
      trace,
      spans,
      missing: {
        loaded: data?.pages.reduce((sum, page) => sum + page.spans.length, 0) ?? spans.length,
        total: data?.pages[0]?.total ?? null,
        error: isError && !isFetching ? error : null,
        retry: () => void (data ? fetchNextPage() : refetch()),
      },
    };
  }, [spans, light, trace, data, isError, isFetching, error, fetchNextPage, refetch]);
  return {
    data: known,
    error: asked.error,
    refetch: () => {
      void asked.refetch();
      if (isError) void refetch();
    },
  };
}
