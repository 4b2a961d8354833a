// Renders a query in each of its states: skeleton, error with a retry button, empty, data.
import type { ReactNode } from 'react';
import { isApiError } from '#api';
import { Card } from './card.tsx';
import { ErrorNotice, ErrorState } from './error-state.tsx';

interface LoadedProps<T> {
  /** The result of `useGet`, `useAsk` and similar hooks. */
  of: { data: T | null | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  /** Shown instead of the data; falsy if there is data to show. */
  empty?: ReactNode;
  /** Shown instead of the error for a 404. */
  missing?: ReactNode;
  /** `card` puts the error into its own card; `notice` shows one line without a retry button. */
  error?: 'plain' | 'card' | 'notice';
  /** Keeps showing the last data when a refresh fails. */
  keepStale?: boolean;
  children: (data: T) => ReactNode;
}

export function Loaded<T>({
  of: { data, error, refetch },
  skeleton,
  empty,
  missing,
  error: look = 'plain',
  keepStale = false,
  children,
}: LoadedProps<T>): ReactNode {
  const has = data !== null && data !== undefined;
  // While the service cannot be reached, a bar above the page says how old the data is.
  const lost = isApiError(error) && error.status === 0;
  if (error && !(has && (keepStale || lost))) {
    if (missing !== undefined && isApiError(error) && error.status === 404) return missing;
    if (look === 'notice') return <ErrorNotice error={error} />;
    const state = <ErrorState error={error} onRetry={() => void refetch()} />;
    return look === 'card' ? <Card>{state}</Card> : state;
  }
  if (!has) return skeleton;
  return empty || children(data);
}
