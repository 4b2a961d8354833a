// Whether the client has the current version: RFC 9110, 13.1.2, by weak comparison.

const ETAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

const opaque = (etag: string): string => etag.replace(/^W\//, '');

export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  for (const [, value] of ifNoneMatch.matchAll(ETAG)) if (`"${value}"` === opaque(etag)) return true;
  return false;
}
