// Previews of calls and spans, for lists that only have their ids.
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { OperationAnswer, Schemas } from '@tracewell/sdk';
import { queryKeyOf, useProjectId } from './hooks.ts';
import { request } from './request.ts';

export type PreviewData = Schemas['Preview'];
type Answer = OperationAnswer<'post', '/v1/query/previews'>;

/** Ids are requested in chunks of this size, so that loaded chunks stay cached when a list grows. */
export const CHUNK = 50;

/** Each id once, in chunks. */
export function chunksOf(ids: readonly string[]): string[][] {
  const unique = [...new Set(ids)];
  return Array.from({ length: Math.ceil(unique.length / CHUNK) }, (_, at) =>
    unique.slice(at * CHUNK, (at + 1) * CHUNK),
  );
}

export const previewsById = (answers: readonly (Answer | undefined)[]): ReadonlyMap<string, PreviewData> =>
  new Map(answers.flatMap((answer) => answer?.previews.map((preview) => [preview.id, preview]) ?? []));

const combine = (asked: readonly UseQueryResult<Answer>[]) => previewsById(asked.map(({ data }) => data));

/**
 * What is known so far. An id without a preview is still loading, unknown or erased: the list shows the id
 * instead.
 */
export function usePreviews(ids: readonly string[]): ReadonlyMap<string, PreviewData> {
  const projectId = useProjectId();
  return useQueries({
    queries: chunksOf(ids).map((chunk) => ({
      queryKey: queryKeyOf(projectId, 'post', '/v1/query/previews', { ids: chunk }),
      queryFn: ({ signal }: { signal: AbortSignal }) =>
        request('post', '/v1/query/previews', { body: { ids: chunk } }, { projectId, signal }),
      staleTime: 300_000,
    })),
    combine,
  });
}
