// What a query shows in each of its states: a skeleton, an error with a way to try again, nothing there, data.
import type { ReactNode } from 'react';
import { isApiError } from '#api';
import { Card } from './card.tsx';
import { ErrorNotice, ErrorState } from './error-state.tsx';

interface LoadedProps<T> {
  /** Of `useGet`, `useAsk` and their like. */
  of: { data: T | null | undefined; error: unknown; refetch: () => unknown };
  skeleton: ReactNode;
  /** Shown in place of the data; falsy while there is something to show. */
  empty?: ReactNode;
  /** Shown for a 404 in place of the error. */
  missing?: ReactNode;
  /** `card`: in a card of its own, where the page has none around it. `notice`: one line, without a second try. */
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
  if (error && !(has && keepStale)) {
    if (missing !== undefined && isApiError(error) && error.status === 404) return missing;
    if (look === 'notice') return <ErrorNotice error={error} />;
    const state = <ErrorState error={error} onRetry={() => void refetch()} />;
    return look === 'card' ? <Card>{state}</Card> : state;
  }
  if (!has) return skeleton;
  return empty || children(data);
}
