import { expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { neighboursIn } = await import('./walk.ts');
vi.unstubAllGlobals();

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
