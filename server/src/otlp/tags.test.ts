import { expect, test } from 'vitest';
import type { Json } from '#records';
import { readSpan } from './span-fields.ts';
import type { Span } from './span.ts';
import { tagsOf } from './tags.ts';

function read(scope: string, attributes: Record<string, Json>) {
  const span = {
    resource: new Map(),
    scope: { name: scope, version: '' },
    attributes: new Map(Object.entries(attributes)),
  } as unknown as Span;
  const fields = readSpan(span);
  return { tags: { ...tagsOf(span, fields, []) }, rest: [...fields.rest] };
}

test('texts that Langfuse for Python sends as JSON are read, those of others stay as they are', () => {
  const sent = {
    'langfuse.trace.metadata.plan': '"pro"',
    'langfuse.trace.metadata.tries': '5',
    'langfuse.trace.metadata.odd': '"a"or"b"',
  };
  expect(read('langfuse-sdk', sent).tags).toEqual({ plan: 'pro', tries: '5', odd: '"a"or"b"' });
  expect(read('other', sent).tags).toEqual({ plan: '"pro"', tries: '5', odd: '"a"or"b"' });
});

const BEGINNINGS = [
  'langfuse.trace.metadata.',
  'langsmith.metadata.',
  'ai.telemetry.metadata.',
  'traceloop.association.properties.',
  'trace.metadata.',
  'mastra.metadata.',
  'lmnr.association.properties.metadata.',
  'litellm.metadata.',
  'helicone.property.',
];

test.each(BEGINNINGS)('of the metadata %s, only what looks like a label is a tag', (beginning) => {
  const labels = { plan: 'pro', retries: 3, beta: true, long: 'x'.repeat(64) };
  const others = {
    question: 'My name is Anna',
    line: 'two\nlines',
    escaped: '"My\\u0020name"',
    longer: 'x'.repeat(65),
    wide: 'a\u3000b',
    list: ['a'],
  };
  const sent = Object.entries({ ...labels, ...others }).map(([key, value]) => [beginning + key, value]);
  const { tags, rest } = read('any', Object.fromEntries(sent));
  expect(tags).toEqual({ plan: 'pro', retries: '3', beta: 'true', long: 'x'.repeat(64) });
  expect(rest).toEqual(Object.keys(others).map((key) => beginning + key));
});

test('what a client sends as a tag is a tag, whatever it says', () => {
  expect(read('any', { 'tracewell.tag.note': 'two words' }).tags).toEqual({ note: 'two words' });
});
