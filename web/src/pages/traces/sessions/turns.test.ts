import { describe, expect, it } from 'vitest';
import type { Schemas } from '#api';
import { turnsOf, userOf } from './turns.ts';

type Call = Schemas['Call'];

const call = (id: string, second: number, more: Partial<Call> = {}): Call =>
  ({
    id,
    model: 'gpt-4o',
    timestamp: new Date(Date.UTC(2026, 10, 15, 9, 0, second)).toISOString(),
    latencyMs: 1_000,
    costUsd: 0.5,
    totalTokens: 10,
    error: null,
    traceId: null,
    sessionId: 's1',
    requestMeta: { userId: 'ada' },
    ...more,
  }) as Call;

describe('sessions', () => {
  it('have turns: calls of one trace that follow each other, with the pauses between', () => {
    const turns = turnsOf([
      call('a', 0, { traceId: 't1' }),
      call('b', 2, { traceId: 't1' }),
      call('c', 33),
      call('d', 33),
    ]);
    expect(turns.map(({ calls, pauseMs }) => [calls.map(({ id }) => id).join(''), pauseMs])).toEqual([
      ['ab', null],
      ['c', 30_000],
      ['d', null],
    ]);
  });

  it('have the user that a call names', () => {
    expect(userOf(call('a', 0))).toBe('ada');
    for (const requestMeta of [null, {}, { userId: '' }, { userId: 7 }])
      expect(userOf(call('a', 0, { requestMeta: requestMeta as never }))).toBeNull();
  });
});
