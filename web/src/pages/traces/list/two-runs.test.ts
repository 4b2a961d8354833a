import { expect, it } from 'vitest';
import { afterToggle } from './two-runs.tsx';

it('keeps two runs: a third takes the place of the first, and a second click takes one away', () => {
  expect(afterToggle([], 'a')).toEqual(['a']);
  expect(afterToggle(['a'], 'b')).toEqual(['a', 'b']);
  expect(afterToggle(['a', 'b'], 'c')).toEqual(['b', 'c']);
  expect(afterToggle(['a', 'b'], 'a')).toEqual(['b']);
});
