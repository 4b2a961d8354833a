import { useQuery } from '@tanstack/react-query';
import type { Schemas } from '@tracewell/sdk';
import { queryKeyOf, useAsk, useGet, type AskOptions } from './hooks.ts';
import { request } from './request.ts';

type Call = Schemas['ListedCall'];

const ONE = { limit: 1 };

/**
 * The newest call that the account has sent itself; null if there is none, undefined until that is known.
 * Sample data does not count. It has its own project, so the other projects are queried one after the other;
 * usually the first one has a call.
 */
export function useOwnCall(options: AskOptions = {}): Call | null | undefined {
  const { later = false } = options;
  const whole = { wholeAccount: true, ...options };
  const sample = useGet('/v1/sample-data', {}, { wholeAccount: true, staleTime: 60_000 });
  const { loaded, projectId: sampleId } = sample.data ?? {};
  const projects = useGet(
    '/v1/projects',
    { query: { limit: 200 } },
    { wholeAccount: true, staleTime: 60_000 },
  );
  const others = projects.data?.projects.map(({ id }) => id).filter((id) => id !== sampleId);
  const newest = useAsk('/v1/query/calls', ONE, { ...whole, enabled: loaded === false });
  const outside = useQuery<Call | null>({
    queryKey: queryKeyOf(null, 'post', '/v1/query/calls', { besides: sampleId, others }),
    queryFn: async ({ signal }) => {
      for (const projectId of others ?? []) {
        const answer = await request('post', '/v1/query/calls', { body: ONE }, { projectId, signal, later });
        if (answer.records[0]) return answer.records[0];
      }
      return null;
    },
    ...(options.refetchInterval === undefined ? {} : { refetchInterval: options.refetchInterval }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    enabled: loaded === true && others !== undefined,
  });
  if (loaded === undefined) return undefined;
  return loaded ? outside.data : newest.data && (newest.data.records[0] ?? null);
}

/** What the account has: no records, only sample data, or its own records. Undefined until that is known. */
export function useProgress(): 'empty' | 'sample' | 'own' | undefined {
  const own = useOwnCall({ staleTime: 60_000, later: true });
  const { data } = useGet('/v1/sample-data', {}, { wholeAccount: true, staleTime: 60_000 });
  if (own === undefined || data === undefined) return undefined;
  return own ? 'own' : data.loaded ? 'sample' : 'empty';
}
