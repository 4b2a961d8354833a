// Figures for charts. Each has its own cache entry; figures that are requested at the same time share one
// request.
import { useQueries, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@tracewell/sdk';
import { ApiError } from './api-error.ts';
import { useProjectId } from './hooks.ts';
import { request } from './request.ts';

export type Figure = Schemas['Figure'];
export type FigureResult = NonNullable<Schemas['AnsweredFigure']['result']>;

/** The service accepts this many in one request. */
const MAX_FIGURES = 30;
/** Long enough for all parts of a page to send their queries, too short to be noticed. */
const GATHER_MS = 4;
const PATH = '/v1/query/figures';

interface Waiting {
  figure: Pick<Figure, 'kind' | 'query'>;
  resolve: (result: FigureResult) => void;
  reject: (error: unknown) => void;
}

type Send = (figures: Figure[]) => Promise<Schemas['AnsweredFigure'][]>;

/** Collects queries for a moment and sends them together. A query that fails does not affect the others. */
export function figureBatcher(send: Send): (figure: Waiting['figure']) => Promise<FigureResult> {
  let waiting: Waiting[] = [];
  const flush = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await send(batch.map(({ figure }, at) => ({ id: String(at), ...figure })));
      const byId = new Map(answers.map((answer) => [answer.id, answer]));
      batch.forEach(({ resolve, reject }, at) => {
        const answer = byId.get(String(at));
        if (answer?.result !== undefined) resolve(answer.result);
        else if (answer?.error) reject(new ApiError(answer.error.error, answer.error));
        else reject(new Error('The response does not contain this figure.'));
      });
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  };
  const flushAll = (): void => {
    const all = waiting;
    waiting = [];
    for (let at = 0; at < all.length; at += MAX_FIGURES) void flush(all.slice(at, at + MAX_FIGURES));
  };
  return (figure) => {
    const { promise, resolve, reject } = Promise.withResolvers<FigureResult>();
    if (waiting.length === 0) setTimeout(flushAll, GATHER_MS);
    waiting.push({ figure, resolve, reject });
    return promise;
  };
}

const batchers = new Map<string | null, ReturnType<typeof figureBatcher>>();

function batcherOf(projectId: string | null): ReturnType<typeof figureBatcher> {
  const known = batchers.get(projectId);
  if (known) return known;
  const made = figureBatcher(
    async (figures) =>
      (await request('post', PATH, { body: { figures } }, { projectId, later: true })).figures,
  );
  batchers.set(projectId, made);
  return made;
}

interface AskedFigures {
  /** In the order of `figures`. */
  answers: readonly { result: FigureResult | undefined; isEarlier: boolean; error: unknown }[];
  refetch: () => void;
}

/**
 * Figures with the same id are the same query for different times. While one is loading, the latest answer
 * for its id is returned, marked as earlier.
 */
export function useFigures(figures: readonly Figure[]): AskedFigures {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useQueries({
    queries: figures.map(({ id, kind, query }) => {
      // Kept in the query cache, which is cleared when another user signs in.
      const latest = [projectId, 'latest figure', id];
      return {
        queryKey: [projectId, 'post', PATH, { kind, query }],
        queryFn: async () => {
          const result = await batcherOf(projectId)({ kind, ...(query === undefined ? {} : { query }) });
          client.setQueryData(latest, result);
          return result;
        },
        placeholderData: () => client.getQueryData<FigureResult>(latest),
        staleTime: 30_000,
      };
    }),
    combine: together,
  });
}

const together = (
  asked: readonly {
    data: FigureResult | undefined;
    isPlaceholderData: boolean;
    error: unknown;
    refetch: () => unknown;
  }[],
): AskedFigures => ({
  answers: asked.map(({ data, isPlaceholderData, error }) => ({
    result: data,
    isEarlier: isPlaceholderData,
    error,
  })),
  refetch: () => {
    for (const one of asked) void one.refetch();
  },
});
