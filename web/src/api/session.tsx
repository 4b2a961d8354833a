// The signed-in user: loaded once, available to every page.
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Schemas } from '@tracewell/sdk';
import { createContext, useContext, type ReactNode } from 'react';
import { isApiError } from './api-error.ts';
import { request } from './request.ts';

export type Session = Schemas['Session'];

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async (): Promise<Session | null> => {
    try {
      return await request('get', '/v1/auth/session', {});
    } catch (error) {
      if (isApiError(error) && error.status === 401) return null;
      throw error;
    }
  },
  staleTime: 60_000,
});

const SessionContext = createContext<Session | null>(null);

/** Wraps the pages for signed-in users; the router has checked `session`. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const { data } = useQuery(sessionQuery);
  return <SessionContext value={data ?? session}>{children}</SessionContext>;
}

export function useSession(): Session {
  const session = useContext(SessionContext);
  if (!session) throw new Error('useSession is only available on pages for signed-in users.');
  return session;
}

export const useMayManage = (): boolean => ['owner', 'admin'].includes(useSession().role);

/** After signing in or out: clears everything that was cached for the previous user. */
export function useEnter(): (session: Session | null) => void {
  const client = useQueryClient();
  return (session) => {
    client.clear();
    client.setQueryData(sessionQuery.queryKey, session);
  };
}
