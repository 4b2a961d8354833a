import { expect, it } from 'vitest';
import type { ReadSpan } from '#records';
import { outlineOf } from './outline.ts';

const span = (spanId: string, parentSpanId: string, more: Partial<ReadSpan> = {}): ReadSpan => ({
  kind: 'observation',
  id: `t-${spanId}`,
  type: 'chain',
  name: spanId,
  spanId,
  parentSpanId,
  startMs: 0,
  durationMs: 10,
  error: '',
  provider: '',
  model: '',
  totalTokens: 0,
  costUsd: 0,
  agent: '',
  tool: '',
  sessionId: '',
  userId: '',
  tools: [],
  ...more,
});

const ALL = { errorsOnly: false, maxSpans: 150, under: null };

/** Lines as `depth label`, or `depth +spans (failed, tokens, cost)` for what is left out. */
const written = (spans: ReadSpan[], options: Partial<typeof ALL> | { under: string }) =>
  outlineOf(spans, { ...ALL, ...options })?.lines.map(({ depth, shows }) =>
    'label' in shows
      ? `${depth} ${shows.label}`
      : `${depth} +${shows.spans} (${shows.failed}, ${shows.totalTokens}, ${shows.costUsd})`,
  );

/** 100 steps below the root; the last one has a child that failed. */
const wide = [
  span('root', ''),
  ...Array.from({ length: 100 }, (_, at) => span(`s${at}`, 'root', { totalTokens: 1, costUsd: 0.5 })),
  span('deep', 's99', { error: 'boom' }),
];

it('a small trace as a whole: children follow their parent, in the order of the spans', () => {
  const spans = [
    span('a', ''),
    span('b', 'a'),
    span('c', ''),
    span('d', 'b'),
    span('e', 'a'),
    span('', 'lost'),
  ];
  expect(written(spans, {})).toEqual(['0 a', '1 b', '2 d', '1 e', '0 c', '0 t-']);
});

it('of a large trace, failed spans with their ancestors come first, and the rest is counted', () => {
  expect(written(wide, { maxSpans: 5 })).toEqual([
    '0 root',
    '1 s0',
    '1 s1',
    '1 s99',
    '2 deep',
    '1 +97 (0, 97, 48.5)',
  ]);
  const { inPart, shown } = outlineOf(wide, { ...ALL, maxSpans: 5 }) ?? {};
  expect([inPart, shown]).toEqual([102, 5]);
});

it('of the same level, the longest come first', () => {
  const spans = [
    span('root', ''),
    ...[1, 9, 5].map((durationMs, at) => span(`s${at}`, 'root', { durationMs })),
  ];
  expect(written(spans, { maxSpans: 3 })).toEqual(['0 root', '1 s1', '1 s2', '1 +1 (0, 0, 0)']);
});

it('only failed spans, or only what is below a span', () => {
  expect(written(wide, { errorsOnly: true })).toEqual(['0 root', '1 s99', '2 deep', '1 +99 (0, 99, 49.5)']);
  expect(written(wide, { under: 's99' })).toEqual(['0 s99', '1 deep']);
  expect(written(wide, { under: 't-s98' })).toEqual(['0 s98']);
  expect(outlineOf(wide, { ...ALL, under: 'nobody' })).toBeNull();
});

it('spans that share an id are named by their records', () => {
  const twins = [span('a', ''), span('a', '', { id: 'other' })];
  expect(written(twins, {})).toEqual(['0 t-a', '0 other']);
  expect(written(twins, { under: 'other' })).toEqual(['0 other']);
  expect(outlineOf(twins, { ...ALL, under: 'a' })).toBeNull();
});

it('a chain of 20,000 spans needs no recursion, and never more lines than asked for', () => {
  const chain = (failed: number) =>
    Array.from({ length: 20_000 }, (_, at) =>
      span(`s${at}`, at === 0 ? '' : `s${at - 1}`, at === failed ? { error: 'boom' } : {}),
    );
  expect(written(chain(-1), {})?.at(-1)).toBe('150 +19850 (0, 0, 0)');
  expect(written(chain(19_999), { errorsOnly: true })?.at(-1)).toBe('150 +19850 (1, 0, 0)');
});

it('in a cycle, the first span is the root', () => {
  expect(written([span('a', 'b'), span('b', 'a')], {})).toEqual(['0 a', '1 b']);
});
