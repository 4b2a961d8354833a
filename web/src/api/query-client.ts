// What is known of the service: kept for a while, asked again when somebody comes back to it. Only what reads is tried again.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { isApiError, mayPass } from './api-error.ts';

const TRIES = 2;
const LONGEST_WAIT_MS = 10_000;

/** `onUnauthorized` is told of every 401, to find out what it means. */
export function makeQueryClient(onUnauthorized: () => void): QueryClient {
  const watch = (error: unknown) => {
    if (isApiError(error) && error.status === 401) onUnauthorized();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onError: watch }),
    mutationCache: new MutationCache({ onError: watch }),
    defaultOptions: {
      queries: {
        staleTime: 15_000,
        gcTime: 5 * 60_000,
        retry: (failures, error) => failures < TRIES && mayPass(error),
        retryDelay: (failures, error) => {
          const told = isApiError(error) ? error.retryAfterSeconds : null;
          return Math.min(told === null ? 500 * 2 ** failures : told * 1000, LONGEST_WAIT_MS);
        },
      },
      mutations: { retry: false },
    },
  });
}
