import { expect, it } from 'vitest';
import { batchedWrites } from './batched-writes.ts';

it('writes together what arrives during a write, in order', async () => {
  const written: number[][] = [];
  const ends: (() => void)[] = [];
  const write = batchedWrites<number>(async (items) => {
    written.push([...items]);
    await new Promise<void>((resolve) => ends.push(resolve));
  });
  const first = write(1);
  await Promise.resolve();
  const others = [write(2), write(3)];
  expect(written).toEqual([[1]]);
  ends.shift()?.();
  await first;
  await Promise.resolve();
  expect(written).toEqual([[1], [2, 3]]);
  ends.shift()?.();
  await Promise.all(others);
  expect(written).toEqual([[1], [2, 3]]);
});

it('fails for the item and all later ones', async () => {
  let writes = 0;
  const write = batchedWrites<number>(() => Promise.reject(new Error(`no ${(writes += 1)}`)));
  await expect(write(1)).rejects.toThrow('no 1');
  await expect(write(2)).rejects.toThrow('no 1');
  expect(writes).toBe(1);
});
