import { describe, expect, it } from 'vitest';
import type { Expected, ExpectedCall } from './client.ts';
import { differences } from './differences.ts';
import type { Stored, StoredCall } from './stored.ts';

const wanted: ExpectedCall = {
  model: 'gpt-4o',
  provider: 'openai',
  promptTokens: 100,
  completionTokens: 10,
  cachedTokens: 40,
  costUsd: 0.001,
  above: ['agent', 'support'],
  userId: 'user-7',
  sessionId: 'session-7',
  tags: { plan: 'pro' },
  input: 'capital',
  output: 'Paris',
};
const call = (more: Partial<StoredCall> = {}): StoredCall => ({
  id: 'a',
  provider: 'openai',
  model: 'gpt-4o',
  timestamp: '2026-11-16T10:00:00.000Z',
  promptTokens: 100,
  completionTokens: 10,
  costUsd: 0.001,
  error: null,
  errorDetails: null,
  tags: { plan: 'pro', more: 'may be there' },
  traceId: 't',
  sessionId: 'session-7',
  toolCalls: null,
  requestMeta: {
    cachedTokens: 40,
    userId: 'user-7',
    input: [{ role: 'user', content: 'the capital?' }],
    output: 'Paris',
  },
  above: ['agent', 'support'],
  ...more,
});
const stored = (more: Partial<Stored> = {}): Stored => ({
  calls: [call()],
  spans: [],
  scores: [],
  rejected: [],
  ...more,
});
const expected: Expected = { calls: [wanted] };

describe('differences', () => {
  it('none: what was expected is stored', () => {
    expect(differences(expected, stored())).toEqual([]);
  });

  it.each<[string, Partial<StoredCall>, RegExp]>([
    ['tokens', { promptTokens: 200 }, /promptTokens is 200, not 100/],
    ['a bucket', { requestMeta: { ...call().requestMeta, cachedTokens: 0 } }, /cachedTokens is 0, not 40/],
    ['cost', { costUsd: 0.002 }, /costUsd is 0.002, not 0.001/],
    ['provider', { provider: 'other' }, /provider is other, not openai/],
    ['an error', { error: 'busy' }, /error is busy/],
    ['nesting', { above: ['support'] }, /above is support, not agent < support/],
    ['session', { sessionId: null }, /sessionId is null/],
    ['a tag', { tags: null }, /tag plan is null, not pro/],
    ['content', { requestMeta: { ...call().requestMeta, input: null } }, /input is null, without capital/],
  ])('%s', (_name, change, line) => {
    const found = differences(expected, stored({ calls: [call(change)] }));
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(line);
  });

  it('a call that is missing, and one too many', () => {
    expect(differences(expected, stored({ calls: [] }))).toEqual(['gpt-4o: no such call is stored']);
    expect(differences(expected, stored({ calls: [call(), call({ id: 'b' })] }))).toEqual([
      'gpt-4o: a call too many (b, 100 tokens in, below agent < support)',
    ]);
  });

  it('calls of one model are compared in the order of time', () => {
    const two: Expected = { calls: [wanted, { ...wanted, completionTokens: 20 }] };
    const later = call({ completionTokens: 20 });
    expect(differences(two, stored({ calls: [call(), later] }))).toEqual([]);
    expect(differences(two, stored({ calls: [later, call()] }))).toHaveLength(2);
  });

  it('spans, scores and rejections', () => {
    const more: Expected = {
      ...expected,
      spans: [{ name: 'agent', type: 'agent', above: [] }],
      scores: [{ name: 'helpful', value: 1, of: 'trace' }],
    };
    const agent = { name: 'agent', type: 'agent', above: [] };
    const score = { name: 'helpful', value: 1, traceId: 't', callId: null };
    expect(differences(more, stored({ spans: [agent], scores: [score] }))).toEqual([]);
    expect(differences(more, stored({ spans: [agent, agent], scores: [score] }))).toHaveLength(1);
    expect(differences(more, stored({ spans: [agent], scores: [{ ...score, callId: 'a' }] }))).toHaveLength(
      1,
    );
    expect(differences(expected, stored({ rejected: ['2 rejected: x'] }))).toEqual(['2 rejected: x']);
  });
});
