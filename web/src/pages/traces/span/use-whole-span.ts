// The record of a span with its content. It came with the trace; spans of a long trace are loaded one by one.
import { useGet } from '#api';
import type { Span, TraceNode } from '../trace/spans.ts';

export interface WholeSpan {
  /** null while it is loading or if it failed to load. */
  data: TraceNode | null;
  error: unknown;
  refetch: () => unknown;
}

export function useWholeSpan(traceId: string, node: Span | null, traceIsLoading: boolean): WholeSpan {
  const known = node?.mayLack ? null : (node?.whole ?? null);
  const asked = useGet(
    '/v1/query/trace/{id}/spans/{record}',
    { path: { id: traceId, record: node?.id ?? '' } },
    { enabled: !traceIsLoading && known === null && node !== null, staleTime: 60_000 },
  );
  return {
    data: known ?? asked.data?.span ?? null,
    error: known ? null : asked.error,
    refetch: () => asked.refetch(),
  };
}
