import { expect, test } from 'vitest';
import type { SpanFields } from './span-fields.ts';
import type { Span } from './span.ts';
import { tagsOf } from './tags.ts';

const tags = (scope: string, labels: [string, string][]) =>
  tagsOf(
    { resource: new Map(), scope: { name: scope } } as unknown as Span,
    { labels } as unknown as SpanFields,
    [],
  );

test('texts that Langfuse for Python sends as JSON are read, those of others stay as they are', () => {
  expect(
    tags('langfuse-sdk', [
      ['plan', '"pro"'],
      ['tries', '5'],
      ['odd', '"a" or "b"'],
    ]),
  ).toEqual({ plan: 'pro', tries: '5', odd: '"a" or "b"' });
  expect(tags('other', [['plan', '"pro"']])).toEqual({ plan: '"pro"' });
});
