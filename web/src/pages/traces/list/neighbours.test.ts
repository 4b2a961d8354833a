import { expect, it } from 'vitest';
import { neighboursIn } from './neighbours.ts';

it('a trace has the same neighbours as in the list', () => {
  const ids = ['a', 'b', 'c'];
  expect(ids.map((_, at) => neighboursIn(ids, at))).toEqual([
    { isListed: true, after: 'b' },
    { isListed: true, before: 'a', after: 'c' },
    { isListed: true, before: 'b' },
  ]);
  expect(neighboursIn(ids, -1)).toEqual({ isListed: false });
  expect(neighboursIn(['a'], 0)).toEqual({ isListed: true });
});
