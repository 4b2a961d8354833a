// Status and headers of an answer, the same on the normal and the fast path. A client that has the current
// version gets a 304: RFC 9110, 13.1.2, by weak comparison.
import type { Endpoint, Reply } from '#core/endpoint';

const ETAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

const opaque = (etag: string): string => etag.replace(/^W\//, '');

export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  for (const [, value] of ifNoneMatch.matchAll(ETAG)) if (`"${value}"` === opaque(etag)) return true;
  return false;
}

interface AnswerHead {
  status: number;
  headers: Record<string, string>;
}

/** Without a body if the status is 304. */
export function answerHead(
  { cacheSeconds }: Pick<Endpoint, 'cacheSeconds'>,
  answer: Pick<Reply, 'status' | 'headers'>,
  ifNoneMatch: string | undefined,
): AnswerHead {
  const caching = cacheSeconds === undefined ? 'no-store' : `public, max-age=${cacheSeconds}`;
  const headers = { 'cache-control': caching, ...answer.headers };
  if (answer.status !== 200 || !isNotModified(ifNoneMatch, answer.headers['etag']))
    return { status: answer.status, headers };
  const { 'content-type': _type, ...others } = headers as Record<string, string>;
  return { status: 304, headers: others };
}
