import { expect, it } from 'vitest';
import { forEachLimited } from './for-each-limited.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

it('runs a few at once, each item once and in order', async () => {
  const begun: number[] = [];
  let running = 0;
  let most = 0;
  await forEachLimited([1, 2, 3, 4, 5], 2, async (item) => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await tick();
    running -= 1;
  });
  expect([begun, most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

it('rejects with the first error, and its worker takes nothing more', async () => {
  const begun: number[] = [];
  const work = async (item: number) => {
    begun.push(item);
    await tick();
    throw new Error(`no ${item}`);
  };
  await expect(forEachLimited([1, 2, 3, 4], 2, work)).rejects.toThrow('no 1');
  await tick();
  expect(begun).toEqual([1, 2]);
});
