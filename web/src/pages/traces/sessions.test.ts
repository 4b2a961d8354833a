import { describe, expect, it } from 'vitest';
import type { Schemas } from '#api';
import { sessionsOf } from './session-list.ts';
import { turnsOf } from './turns.ts';

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
  it('are put together from calls, the newest first', () => {
    const found = sessionsOf([
      call('d', 40, { sessionId: 's2', error: 'timeout', requestMeta: null }),
      call('c', 30, { sessionId: null }),
      call('b', 20, { model: 'o3' }),
      call('a', 10),
    ]);
    expect(found.map(({ id, calls, errors }) => [id, calls, errors])).toEqual([
      ['s2', 1, 1],
      ['s1', 2, 0],
    ]);
    expect(found[1]).toMatchObject({ costUsd: 1, users: ['ada'], models: ['o3', 'gpt-4o'] });
    expect(found[1]?.firstAt.slice(17, 19)).toBe('10');
  });

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
});
