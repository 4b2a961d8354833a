import { expect, it } from 'vitest';
import { callsLink, peopleOf } from './links.ts';
import type { Trace } from './spans.ts';

it('the list of calls gets a window that contains the trace', () => {
  const startMs = Date.parse('2026-01-02T03:04:05.000Z');
  expect(callsLink('t1', { startMs, totalMs: 90_000 })).toEqual({
    traceId: 't1',
    from: '2026-01-02T03:03:05.000Z',
    to: '2026-01-02T03:06:35.000Z',
  });
});

it('user and session come from the first call that names them', () => {
  const spans = [
    { sessionId: null, requestMeta: null },
    { sessionId: 's1', requestMeta: { userId: '' } },
    { sessionId: 's2', requestMeta: { userId: 'ada' } },
  ];
  expect(peopleOf({ spans } as unknown as Trace)).toEqual({ userId: 'ada', sessionId: 's1' });
  expect(peopleOf(null)).toEqual({ userId: null, sessionId: null });
});
