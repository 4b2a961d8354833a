// Names and inputs of traces, for lists that only have their ids.
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { OperationAnswer, Schemas } from '@tracewell/sdk';
import { queryKeyOf, useProjectId } from './hooks.ts';
import { chunksOf } from './previews.ts';
import { request } from './request.ts';

export type NamedTrace = Pick<Schemas['TraceSummary'], 'traceId' | 'name' | 'preview'>;
type Answer = OperationAnswer<'post', '/v1/query/traces'>;

const bodyOf = (ids: readonly string[]) => ({
  where: [{ field: 'traceId' as const, op: 'is' as const, values: [...ids] }],
  includeEvalRuns: true,
  limit: ids.length,
  preview: true,
});

const combine = (asked: readonly UseQueryResult<Answer>[]): ReadonlyMap<string, NamedTrace> =>
  new Map(asked.flatMap(({ data }) => data?.traces.map((trace) => [trace.traceId, trace] as const) ?? []));

/** What is known so far. A trace that is missing is still loading, or is gone: the list shows its id instead. */
export function useTraceNames(ids: readonly string[]): ReadonlyMap<string, NamedTrace> {
  const projectId = useProjectId();
  return useQueries({
    queries: chunksOf(ids).map((chunk) => ({
      queryKey: queryKeyOf(projectId, 'post', '/v1/query/traces', bodyOf(chunk)),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request('post', '/v1/query/traces', { body: bodyOf(chunk) }, { projectId, signal }),
      staleTime: 300_000,
    })),
    combine,
  });
}
