// What the pages at the door share: the token of a link, and where one goes after it.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnter, type Session } from '#api';
import { safeNext } from '#lib/search-text';

const tokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token') || null;

/** The token stands behind the hash, so that it reaches no server log and no referrer. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    const read = () => setToken(tokenIn(location.hash));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

/** In, and on to where one wanted to go. */
export function useGoIn(): (session: Session) => void {
  const enter = useEnter();
  const router = useRouter();
  return (session) => {
    const { next } = router.state.location.search as { next?: unknown };
    enter(session);
    router.history.replace(safeNext(next));
  };
}
