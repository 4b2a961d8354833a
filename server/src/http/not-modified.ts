// Whether who asks has the answer already: RFC 9110, 13.1.2, by the weak comparison that it asks for.

const ETAG = /(?:W\/)?"([\x21\x23-\x7e\x80-\xff]*)"/g;

const opaque = (etag: string): string => etag.replace(/^W\//, '');

export function isNotModified(ifNoneMatch: string | undefined, etag: string | undefined): boolean {
  if (ifNoneMatch === undefined || etag === undefined) return false;
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true;
  for (const [, value] of ifNoneMatch.matchAll(ETAG)) if (`"${value}"` === opaque(etag)) return true;
  return false;
}
