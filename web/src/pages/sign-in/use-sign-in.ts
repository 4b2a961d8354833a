// Shared by the sign-in pages: the token of a link, and where to go after signing in.
import { useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useEnter, type Session } from '#api';
import { BASE_PATH } from '#lib/base-path';
import { safeNext } from '#lib/search-text';

const tokenIn = (hash: string): string | null => new URLSearchParams(hash.slice(1)).get('token') || null;

/** The token is in the fragment, so that it appears in no server log and no referrer. */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(() => tokenIn(location.hash));
  useEffect(() => {
    const read = () => setToken(tokenIn(location.hash));
    addEventListener('hashchange', read);
    return () => removeEventListener('hashchange', read);
  }, []);
  return token;
}

/** Stores the session and opens the page that the user asked for, else `home`. */
export function useGoIn(home = '/'): (session: Session) => void {
  const enter = useEnter();
  const router = useRouter();
  return (session) => {
    const { next } = router.state.location.search as { next?: unknown };
    enter(session);
    router.history.replace(BASE_PATH + (next === undefined ? home : safeNext(next)));
  };
}
