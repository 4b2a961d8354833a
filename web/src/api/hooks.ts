// The hooks through which pages use the API: `useGet` and `useAsk` read (`useAsk` with a body, as for
// /v1/query), `useSend` changes. The chosen project is part of every query key, so answers of two projects
// are never mixed up.
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
  type InfiniteData,
  type InfiniteQueryExecuteOptions,
  type QueryClient,
  type UseInfiniteQueryOptions,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import type {
  Method,
  OperationAnswer as Answer,
  OperationInput as Input,
  PathOf,
  paths,
} from '@tracewell/sdk';
import { request } from './request.ts';

/** The project in the URL; null means the whole account. */
export function useProjectId(): string | null {
  const search = useSearch({ strict: false }) as { project?: string | string[] };
  const { project } = search;
  return typeof project === 'string' && project !== '' ? project : null;
}

const useScope = ({ wholeAccount = false }: AskOptions): string | null => {
  const projectId = useProjectId();
  return wholeAccount ? null : projectId;
};

export interface AskOptions {
  enabled?: boolean;
  /** For pages on which users wait for something to happen. */
  refetchInterval?: number | false;
  staleTime?: number;
  /** Keeps showing the previous answer while a changed filter or window loads. */
  keepPrevious?: boolean;
  /** Covers the whole account, whichever project is chosen. */
  wholeAccount?: boolean;
  /** Nobody waits for it: requests that a page waits for come first. */
  later?: boolean;
}

export const queryKeyOf = (projectId: string | null, method: Method, path: string, input: unknown) =>
  [projectId, method, path, input] as const;

const common = ({ keepPrevious, wholeAccount: _scope, later: _turn, ...options }: AskOptions) => ({
  ...options,
  ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
});

export function useGet<P extends PathOf<'get'>>(path: P, input: Input<'get', P>, options: AskOptions = {}) {
  const projectId = useScope(options);
  return useQuery<Answer<'get', P>>({
    queryKey: queryKeyOf(projectId, 'get', path, input),
    queryFn: ({ signal }) =>
      request('get', path, input, { projectId, signal, later: options.later ?? false }),
    ...(common(options) as object),
  });
}

/** Several bodies, answered together: one query, whose data are the answers in their order. */
export function useAskEach<P extends PathOf<'post'>>(
  path: P,
  bodies: readonly (Input<'post', P> extends { body: infer B } ? B : never)[],
  options: AskOptions = {},
) {
  const projectId = useScope(options);
  return useQuery<Answer<'post', P>[]>({
    queryKey: [...queryKeyOf(projectId, 'post', path, bodies), 'each'],
    queryFn: ({ signal }) =>
      Promise.all(
        bodies.map((body) => request('post', path, { body } as Input<'post', P>, { projectId, signal })),
      ),
    ...(common(options) as object),
  });
}

export function useAsk<P extends PathOf<'post'>>(
  path: P,
  body: Input<'post', P> extends { body: infer B } ? B : never,
  options: AskOptions = {},
) {
  const projectId = useScope(options);
  return useQuery<Answer<'post', P>>({
    queryKey: queryKeyOf(projectId, 'post', path, body),
    queryFn: ({ signal }) =>
      request('post', path, { body } as Input<'post', P>, {
        projectId,
        signal,
        later: options.later ?? false,
      }),
    ...(common(options) as object),
  });
}

// Structural sharing compares each new page with all rows before it, which gets slower as the list grows.
const WHOLE_PAGES = { structuralSharing: false } as const;

interface Cursored {
  nextCursor: string | null;
}

type Paged<Page> = UseInfiniteQueryOptions<
  Page,
  Error,
  InfiniteData<Page, string | null>,
  readonly unknown[],
  string | null
>;

/** A page is about its list, so the list is requested while the page is rendered, not afterwards. */
function usePages<Page>(options: Paged<Page>) {
  const client = useQueryClient();
  if (options.enabled !== false && !client.getQueryState(options.queryKey))
    void client.infiniteQuery(options as InfiniteQueryExecuteOptions<Page>).catch(() => null);
  return useInfiniteQuery(options);
}

/** A list with a cursor: `useGetPages('/v1/audit', { query: {} })`. */
export function useGetPages<P extends PathOf<'get'>>(
  path: P,
  input: Input<'get', P>,
  options: AskOptions = {},
) {
  const projectId = useScope(options);
  return usePages<Answer<'get', P>>({
    queryKey: [...queryKeyOf(projectId, 'get', path, input), 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const { query, ...rest } = input as { query?: object };
      const cursor = pageParam === null ? {} : { cursor: pageParam };
      const asked = { ...rest, query: { ...query, ...cursor } } as Input<'get', P>;
      return request('get', path, asked, { projectId, signal });
    },
    getNextPageParam: (page) => (page as Cursored).nextCursor,
    ...WHOLE_PAGES,
    ...common(options),
  });
}

/**
 * The same with a body: `useAskPages('/v1/query/calls', { limit: 200 })`. The first page can have another limit:
 * people wait for it, and a screen shows only some rows.
 */
export function useAskPages<P extends PathOf<'post'>>(
  path: P,
  body: Input<'post', P> extends { body: infer B } ? B : never,
  { firstLimit, ...options }: AskOptions & { firstLimit?: number } = {},
) {
  const projectId = useScope(options);
  return usePages<Answer<'post', P>>({
    queryKey: [...queryKeyOf(projectId, 'post', path, body), 'pages'],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam, signal }) => {
      const first = firstLimit === undefined ? {} : { limit: firstLimit };
      const page = pageParam === null ? first : { cursor: pageParam };
      const asked = { body: { ...(body as object), ...page } } as unknown as Input<'post', P>;
      return request('post', path, asked, { projectId, signal });
    },
    getNextPageParam: (page) => (page as Cursored).nextCursor,
    ...WHOLE_PAGES,
    ...common(options),
  });
}

/** Refetches queries to these paths and to paths below them. */
export const askAgain = (client: QueryClient, ...changed: string[]): Promise<void> =>
  client.invalidateQueries({
    predicate: ({ queryKey }) => {
      const path = queryKey[2];
      return typeof path === 'string' && changed.some((one) => path === one || path.startsWith(`${one}/`));
    },
  });

interface SendOptions<M extends Method, P extends keyof paths> {
  /** Paths whose cached answers become stale. */
  changes?: string[];
  /** Covers the whole account, whichever project is chosen. */
  wholeAccount?: boolean;
  onSuccess?: (answer: Answer<M, P>, input: Input<M, P>) => void;
}

export function useSend<M extends Exclude<Method, 'get'>, P extends PathOf<M>>(
  method: M,
  path: P,
  { changes = [], wholeAccount = false, onSuccess }: SendOptions<M, P> = {},
) {
  const projectId = useScope({ wholeAccount });
  const client = useQueryClient();
  return useMutation<Answer<M, P>, Error, Input<M, P>>({
    mutationFn: (input) => request(method, path, input, { projectId }),
    onSuccess: async (answer, input) => {
      onSuccess?.(answer, input);
      await askAgain(client, ...changes);
    },
  });
}
