import { expect, it } from 'vitest';
import { memberOf, runSpanOf } from './spans.ts';

const light = {
  id: 'a',
  kind: 'llm' as const,
  type: 'llm',
  name: 'chat',
  spanId: 'a',
  parentSpanId: null,
  startTime: '2026-11-15T09:00:00.500Z',
  durationMs: 20,
  error: null,
  provider: 'openai',
  model: 'gpt-4o',
  totalTokens: 7,
  costUsd: 0.25,
  agent: null,
  tool: null,
  sessionId: null,
  userId: null,
  tools: ['find'],
};

it('a span has its start in milliseconds, and figures of a call only if it is one', () => {
  expect(runSpanOf(light)).toMatchObject({
    startMs: Date.parse('2026-11-15T09:00:00.500Z'),
    call: { provider: 'openai', model: 'gpt-4o', totalTokens: 7, costUsd: 0.25 },
    tools: ['find'],
  });
  const tool = { ...light, kind: 'observation' as const, type: 'tool', error: 'timeout' };
  expect(runSpanOf(tool)).toMatchObject({ call: null, error: 'timeout' });
});

it('a member can be read from any value', () => {
  expect(memberOf({ a: 1 }, 'a')).toBe(1);
  for (const odd of [null, undefined, 'text', 7]) expect(memberOf(odd, 'length')).toBeUndefined();
});
