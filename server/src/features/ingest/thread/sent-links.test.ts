import { expect, it } from 'vitest';
import { linkKeys, type CallLink } from '#otlp';
import { packLinks, unpackLinks } from './sent-links.ts';

const link = (n: number, more: Partial<CallLink> = {}): CallLink =>
  keyed({
    id: `trace-${n}-span-${n}`,
    traceId: `trace-${n}`,
    spanId: `span-${n}`,
    parentSpanId: null,
    provider: 'openai',
    model: 'gpt-4.1',
    responseModel: null,
    responseId: null,
    startMs: 1_000.5 + n,
    endMs: 2_000 + n,
    input: 1_184,
    output: 145,
    cache: 1_024,
    reasoning: 128,
    failed: n % 2 === 1,
    ...more,
  });

const keyed = (of: Omit<CallLink, 'keys'>): CallLink => ({
  ...of,
  keys: linkKeys(of.traceId, of.spanId, of.parentSpanId),
});

it('links come out of a copy as they went in', () => {
  const links = [
    link(1),
    link(2, { parentSpanId: 'span-1', responseModel: 'gpt-4.1-2025-04-14', responseId: 'chatcmpl-1' }),
    link(3, { model: '', parentSpanId: '' }),
  ];
  expect(unpackLinks(structuredClone(packLinks(links)))).toEqual(links);
  expect(unpackLinks(packLinks([]))).toEqual([]);
});
