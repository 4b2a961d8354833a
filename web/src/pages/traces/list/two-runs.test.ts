import { expect, it } from 'vitest';
import { afterToggle } from './two-runs.tsx';

const run = (traceId: string) => ({ traceId, startTime: '2026-03-01T12:00:00.000Z' });
const [A, B, C] = [run('a'), run('b'), run('c')] as const;

it('keeps two runs: a third takes the place of the first, and a second click takes one away', () => {
  expect(afterToggle([], A)).toEqual([A]);
  expect(afterToggle([A], B)).toEqual([A, B]);
  expect(afterToggle([A, B], C)).toEqual([B, C]);
  expect(afterToggle([A, B], run('a'))).toEqual([B]);
});
