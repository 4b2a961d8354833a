import { describe, expect, it } from 'vitest';
import { memberOf, spansOf, withWhole, type TraceNode } from './spans.ts';

const node = (id: string, more: Partial<TraceNode> = {}): TraceNode => ({
  id,
  kind: 'observation',
  type: 'span',
  name: id,
  spanId: id,
  parentSpanId: null,
  startTime: '2026-11-15T09:00:00.500Z',
  durationMs: 20,
  error: null,
  attributes: {},
  call: null,
  children: [],
  ...more,
});

const call = (id: string, requestMeta: unknown): TraceNode =>
  node(id, {
    kind: 'llm',
    type: 'llm',
    call: {
      provider: 'openai',
      model: 'gpt-4o',
      totalTokens: 9,
      costUsd: 0.5,
      requestMeta,
    } as TraceNode['call'],
  });

type Light = Parameters<typeof withWhole>[0][number];
const light = (id: string, more: Partial<Light> = {}): Light => ({
  id,
  kind: 'observation',
  type: 'span',
  name: id,
  spanId: id,
  parentSpanId: null,
  startTime: '2026-11-15T09:00:01.000Z',
  durationMs: 5,
  error: null,
  provider: null,
  model: null,
  totalTokens: null,
  costUsd: null,
  ...more,
});

describe('the spans of a tree', () => {
  it('are in depth-first order, each with its start in milliseconds', () => {
    const spans = spansOf([
      node('a', { children: [node('b', { children: [node('c')] }), node('d')] }),
      node('e'),
    ]);
    expect(spans.map(({ id }) => id).join('')).toBe('abcde');
    expect(spans[0]).toMatchObject({ startMs: Date.parse('2026-11-15T09:00:00.500Z'), durationMs: 20 });
    expect(spansOf([])).toEqual([]);
  });

  it('are read from any depth and any number of siblings', () => {
    let deep = node('0');
    for (let depth = 1; depth < 20_000; depth += 1) deep = node(String(depth), { children: [deep] });
    expect(spansOf([deep])).toHaveLength(20_000);
    const children = Array.from({ length: 200_000 }, (_, at) => node(String(at)));
    expect(spansOf([node('top', { children })])).toHaveLength(200_001);
  });
});

describe('a truncated trace', () => {
  it('has spans with content where it is loaded, otherwise with figures only', () => {
    const whole = spansOf([call('a', { input: 'Hello' })]);
    const [first, second, third] = withWhole(
      [
        light('a', { kind: 'llm' }),
        light('b', { kind: 'llm', provider: 'openai', model: 'gpt-4o', totalTokens: 7, costUsd: 0.25 }),
        light('c', { error: 'timeout' }),
      ],
      whole,
    );
    expect(first).toEqual(whole[0]);
    expect(second).toMatchObject({
      call: { provider: 'openai', model: 'gpt-4o', totalTokens: 7, costUsd: 0.25 },
      whole: null,
    });
    expect(third).toMatchObject({ call: null, error: 'timeout', whole: null });
  });

  it('asks again for a span that came without content', () => {
    const tool = node('d', { type: 'tool', attributes: { 'gen_ai.tool.call.result': 'found' } });
    const whole = spansOf([call('a', { output: '' }), call('b', {}), node('c'), tool]);
    expect(whole.map(({ mayLack }) => mayLack)).toEqual([false, false, false, false]);
    const spans = withWhole([light('a'), light('b'), light('c'), light('d'), light('e')], whole);
    expect(spans.map(({ mayLack }) => mayLack)).toEqual([false, true, true, false, true]);
    expect(spans.map((span) => span.whole !== null)).toEqual([true, true, true, true, false]);
  });
});

it('a member can be read from any value', () => {
  expect(memberOf({ a: 1 }, 'a')).toBe(1);
  for (const odd of [null, undefined, 'text', 7]) expect(memberOf(odd, 'length')).toBeUndefined();
});
