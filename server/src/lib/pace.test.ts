import { expect, it } from 'vitest';
import { Pace } from './pace.ts';

const work = (ms: number): void => {
  const end = performance.now() + ms;
  while (performance.now() < end);
};

it('lets others in between two pieces of work', async () => {
  const pace = new Pace();
  expect(pace.isDue).toBe(false);
  work(2);
  expect(pace.isDue).toBe(true);
  let turns = 0;
  setImmediate(() => (turns += 1));
  await pace.rest();
  expect([turns, pace.isDue]).toEqual([1, false]);
});
