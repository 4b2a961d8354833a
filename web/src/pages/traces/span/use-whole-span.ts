// The record of a span with its attributes and its content.
import { useGet } from '#api';
import type { Span, TraceNode } from '../trace/spans.ts';

export interface WholeSpan {
  /** null while it is loading or if it failed to load. */
  data: TraceNode | null;
  error: unknown;
  refetch: () => unknown;
}

export function useWholeSpan(traceId: string, node: Span | null): WholeSpan {
  const asked = useGet(
    '/v1/query/trace/{id}/spans/{record}',
    { path: { id: traceId, record: node?.id ?? '' } },
    { enabled: node !== null, staleTime: 60_000 },
  );
  return { data: asked.data?.span ?? null, error: asked.error, refetch: () => asked.refetch() };
}
