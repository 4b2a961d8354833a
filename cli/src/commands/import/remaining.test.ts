import { expect, it } from 'vitest';
import { ProgressLine } from './remaining.ts';

it('says what share is done, how fast, and how long the rest takes', () => {
  const line = new ProgressLine(0);
  expect(line.next('Importing', 0.5, 100, 1_000)).toBe(
    'Importing ██████████░░░░░░░░░░ 50 %, 100 records, 100/s',
  );
  // The run began in the middle, so half an hour for a quarter leaves half an hour.
  expect(line.next('Importing', 0.75, 2_000, 1_800_000)).toMatch(/75 %, 2,000 records, 1\/s, 30m 0s left$/);
  expect(line.next('Importing', 0.76, 2_100, 1_800_100)).toBeNull();
  expect(new ProgressLine(0).next('Importing', null, 7, 1_000)).toBe('Importing 7 records, 7/s');
});
