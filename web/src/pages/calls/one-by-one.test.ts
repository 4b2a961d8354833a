import { expect, it } from 'vitest';
import { oneByOne } from './one-by-one.ts';

it('each call is processed once, in order; failures are reported at the end', async () => {
  const worked: string[] = [];
  const progress: number[] = [];
  const failures = await oneByOne(
    ['a', 'b', 'c'],
    async (id) => {
      worked.push(id);
      if (id === 'b') throw new Error('gone');
    },
    (done) => progress.push(done),
  );
  expect([worked, progress]).toEqual([
    ['a', 'b', 'c'],
    [1, 2, 3],
  ]);
  expect(failures).toEqual([{ id: 'b', error: new Error('gone') }]);
});
