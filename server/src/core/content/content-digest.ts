// The digest of dropped content: it shows the length, and whether two calls had the same content.
import { hash } from 'node:crypto';
import type { Json } from '#records';
import type { Content } from './content.ts';

interface Digest {
  sha256: string;
  /** In Unicode code points, so that clients in every programming language count the same. */
  chars: number;
}

type ContentDigest = Partial<Record<'input' | 'output' | 'toolCalls', Digest>>;

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Computed over the text, or over the JSON without spaces. */
export function digestOf(value: Json): Digest {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { sha256: hash('sha256', text), chars: text.length - (text.match(PAIRS)?.length ?? 0) };
}

const SHA256 = /^[0-9a-f]{64}$/i;
const PART_NAME = /^\w{1,32}$/;

/**
 * True for a digest by this service, or by a client that dropped the content itself. Any other value under
 * this name may be content.
 */
export const isContentDigest = (value: Json): boolean =>
  value === null ||
  (typeof value === 'object' &&
    Object.entries(value).every(
      ([part, digest]) =>
        PART_NAME.test(part) &&
        typeof digest === 'object' &&
        digest !== null &&
        !Array.isArray(digest) &&
        Object.entries(digest).every(([key, figure]) =>
          key === 'sha256'
            ? typeof figure === 'string' && SHA256.test(figure)
            : key === 'chars' && typeof figure === 'number',
        ),
    ));

export function digestContent(content: Content): ContentDigest {
  const digest: ContentDigest = {};
  for (const part of ['input', 'output', 'toolCalls'] as const) {
    const value = content[part];
    if (value !== undefined && value !== null) digest[part] = digestOf(value);
  }
  return digest;
}
