import { isObject } from '#lib/is-object';

interface ContentDigest {
  part: 'input' | 'output' | 'toolCalls';
  chars: number;
}

/**
 * Why a call has no messages. The service keeps a digest of content that it dropped on arrival, and null
 * where stored content cannot be decrypted. Content that was deleted later leaves no trace, like content
 * never sent.
 */
type WhyEmpty = { why: 'not-stored'; digests: ContentDigest[] } | { why: 'unreadable' } | { why: 'not-sent' };

export function whyEmpty(requestMeta: unknown): WhyEmpty {
  const meta = isObject(requestMeta) ? requestMeta : {};
  const digests = digestsIn(meta['contentDigest']);
  if (digests.length > 0) return { why: 'not-stored', digests };
  if (meta['input'] === null || meta['output'] === null) return { why: 'unreadable' };
  return { why: 'not-sent' };
}

function digestsIn(digest: unknown): ContentDigest[] {
  if (!isObject(digest)) return [];
  return (['input', 'output', 'toolCalls'] as const).flatMap((part) => {
    const found = digest[part];
    const chars = isObject(found) ? found['chars'] : undefined;
    return typeof chars === 'number' ? [{ part, chars }] : [];
  });
}
