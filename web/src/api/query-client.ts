// The query cache: answers are kept for a while and refetched when the user comes back. Only reads are
// retried.
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { TracewellError, waitBefore } from '@tracewell/sdk';
import { isApiError, mayPass } from './api-error.ts';

const TRIES = 2;
const LONGEST_WAIT_MS = 10_000;
const UNKNOWN = new TracewellError('');

/** `onUnauthorized` is called on every 401 and finds out what it means. */
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
        retryDelay: (failures, error) =>
          Math.min(waitBefore(failures + 1, isApiError(error) ? error : UNKNOWN), LONGEST_WAIT_MS),
      },
      mutations: { retry: false },
    },
  });
}
