// What is kept of content that is dropped: enough to see that two calls said the same, and how much.
import { hash } from 'node:crypto';
import type { Json } from '#records';
import type { Content } from './split-content.ts';

export interface Digest {
  sha256: string;
  /** Unicode code points, so that an emoji counts once in any language that looks at it. */
  chars: number;
}

export type ContentDigest = Partial<Record<'input' | 'output' | 'toolCalls', Digest>>;

const PAIRS = /[\uD800-\uDBFF][\uDC00-\uDFFF]/g;

/** Of the text itself, or of the JSON without spaces when it is no text. */
export function digestOf(value: Json): Digest {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return { sha256: hash('sha256', text), chars: text.length - (text.match(PAIRS)?.length ?? 0) };
}

export function digestContent(content: Content): ContentDigest {
  const digest: ContentDigest = {};
  for (const part of ['input', 'output', 'toolCalls'] as const) {
    const value = content[part];
    if (value !== undefined && value !== null) digest[part] = digestOf(value);
  }
  return digest;
}
