import { describe, expect, it } from 'vitest';
import type { Schemas } from '#api';
import { figuresOf, turnsOf, turnUser, type TurnCall } from './turns.ts';

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
const turnCall = (...given: Parameters<typeof call>): TurnCall => ({
  call: call(...given),
  messages: [],
  omitted: false,
});

describe('sessions', () => {
  it('have turns: calls of one trace that follow each other, with the pauses between', () => {
    const turns = turnsOf([
      turnCall('a', 0, { traceId: 't1' }),
      turnCall('b', 2, { traceId: 't1', model: 'gpt-4o-mini' }),
      turnCall('c', 33),
      turnCall('d', 33),
    ]);
    expect(turns.map(({ calls, pauseMs }) => [calls.map((each) => each.call.id).join(''), pauseMs])).toEqual([
      ['ab', null],
      ['c', 30_000],
      ['d', null],
    ]);
    const [first] = turns;
    expect(first && figuresOf(first)).toEqual({
      models: ['gpt-4o', 'gpt-4o-mini'],
      tokens: 20,
      costUsd: 1,
      durationMs: 3_000,
    });
  });

  it('have the user that a call names', () => {
    expect(turnUser(call('a', 0))).toBe('ada');
    for (const requestMeta of [null, {}, { userId: '' }, { userId: 7 }])
      expect(turnUser(call('a', 0, { requestMeta: requestMeta as never }))).toBeNull();
  });
});
