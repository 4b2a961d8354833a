import { expect, it } from 'vitest';
import { callsLink, peopleOf } from './links.ts';
import { span } from './nested-spans.fixture.ts';

it('the list of calls gets a window that contains the trace', () => {
  const startMs = Date.parse('2026-01-02T03:04:05.000Z');
  expect(callsLink('t1', { startMs, totalMs: 90_000 })).toEqual({
    traceId: 't1',
    from: '2026-01-02T03:03:05.000Z',
    to: '2026-01-02T03:06:35.000Z',
  });
});

it('user and session come from the first span that names them', () => {
  const spans = [
    span('a', 0, 1),
    span('b', 1, 2, { sessionId: 's1' }),
    span('c', 2, 3, { sessionId: 's2', userId: 'ada' }),
  ];
  expect(peopleOf(spans)).toEqual({ userId: 'ada', sessionId: 's1' });
  expect(peopleOf([])).toEqual({ userId: null, sessionId: null });
});
