import { expect, it } from 'vitest';
import type { Schemas } from '@tracewell/sdk';
import { findSpan, outlineOf } from './outline.ts';

type Span = Schemas['TraceSpan'];

const span = (spanId: string, parentSpanId: string | null, more: Partial<Span> = {}): Span => ({
  id: `t-${spanId}`,
  kind: 'observation',
  type: 'chain',
  name: spanId,
  spanId,
  parentSpanId,
  startTime: '2026-11-17T00:00:00.000Z',
  durationMs: 10,
  error: null,
  provider: null,
  model: null,
  totalTokens: null,
  costUsd: null,
  ...more,
});

const ALL = { errorsOnly: false, maxSpans: 150 };

it('one line per span, indented, with its facts and its label', () => {
  const call = { type: 'llm', name: 'chat', model: 'gpt-5', totalTokens: 1_100, costUsd: 0.00021 } as const;
  const spans = [span('root', null), span('call', 'root', call), span('tool', 'root', { error: 'no\nrows' })];
  expect(outlineOf(spans, ALL)?.lines).toEqual([
    'chain root (10 ms) [root]',
    '  llm chat (10 ms, gpt-5, 1100 tok, $0.00021) [call]',
    '  chain tool (10 ms) ERROR no rows [tool]',
  ]);
});

/** 100 steps below the root; the last one has a child that failed. */
const wide = [
  span('root', null),
  ...Array.from({ length: 100 }, (_, at) => span(`s${at}`, 'root', { totalTokens: 1, costUsd: 0.5 })),
  span('deep', 's99', { error: 'boom' }),
];

it('of a large trace, failed spans with their ancestors come first, and the rest is counted', () => {
  const outline = outlineOf(wide, { ...ALL, maxSpans: 5 });
  expect(outline?.lines).toEqual([
    'chain root (10 ms) [root]',
    '  chain s0 (10 ms, 1 tok, $0.5) [s0]',
    '  chain s1 (10 ms, 1 tok, $0.5) [s1]',
    '  chain s99 (10 ms, 1 tok, $0.5) [s99]',
    '    chain deep (10 ms) ERROR boom [deep]',
    '  … 97 more spans (97 tok, $48.5)',
  ]);
  expect([outline?.total, outline?.shown.length]).toEqual([102, 5]);
});

it('only failed spans, or only what is below a span', () => {
  expect(outlineOf(wide, { ...ALL, errorsOnly: true })?.shown.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['root', 's99', 'deep']),
  );
  expect(outlineOf(wide, { ...ALL, under: 's99' })?.lines).toEqual([
    'chain s99 (10 ms, 1 tok, $0.5) [s99]',
    '  chain deep (10 ms) ERROR boom [deep]',
  ]);
  expect(outlineOf(wide, { ...ALL, under: 'nobody' })).toBeNull();
});

it('spans that share an id are named by their records', () => {
  const twins = [span('a', null), span('a', null, { id: 'other' })];
  expect(outlineOf(twins, ALL)?.lines).toEqual(['chain a (10 ms) [t-a]', 'chain a (10 ms) [other]']);
  expect(findSpan(twins, 'other')?.id).toBe('other');
});

it('a trace of 20,000 spans in one chain needs no recursion', () => {
  const chain = Array.from({ length: 20_000 }, (_, at) => span(`s${at}`, at === 0 ? null : `s${at - 1}`));
  const outline = outlineOf(chain, ALL);
  expect([outline?.shown.length, outline?.lines.at(-1)]).toEqual([
    150,
    expect.stringMatching(/^ +… 19850 more spans$/),
  ]);
});
