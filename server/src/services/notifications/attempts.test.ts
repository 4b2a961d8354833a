import { expect, it } from 'vitest';
import { readAttempts, withAttempt } from './attempts.ts';

it('the newest hundred attempts are kept, oldest first', () => {
  let attempts = '[]';
  for (let status = 1; status <= 103; status += 1)
    attempts = withAttempt(attempts, 0, { status, error: null, durationMs: 1 });
  const kept = readAttempts(attempts).map(({ status }) => status);
  expect([kept.length, kept[0], kept.at(-1)]).toEqual([100, 4, 103]);
});
