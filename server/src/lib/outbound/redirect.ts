// Follows a redirect as browsers do: 307 and 308 keep method and body, the others become a GET.
import type { Head, Request } from './exchange.ts';

const KEEPING: ReadonlySet<number> = new Set([307, 308]);
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, ...KEEPING]);

/** Headers meant only for the original host. */
const PERSONAL = /^authorization$/;
const ABOUT_BODY = /^content-/;

export interface Hop {
  url: string;
  request: Request;
}

/** The target; null if it is not a redirect or has no location. */
export const locationOf = ({ status, headers }: Head): string | null =>
  REDIRECTS.has(status) ? (headers['location'] ?? null) : null;

/** The caller must check the URL. */
export function nextHop(location: string, status: number, from: URL, request: Request): Hop {
  const next = URL.parse(location, from);
  const url = next?.href ?? location;
  const keep = KEEPING.has(status);
  const kept = Object.entries(request.headers).filter(
    ([name]) => (keep || !ABOUT_BODY.test(name)) && (next?.origin === from.origin || !PERSONAL.test(name)),
  );
  return {
    url,
    request: {
      method: keep ? request.method : 'GET',
      headers: Object.fromEntries(kept),
      body: keep ? request.body : null,
    },
  };
}
