import { expect, it } from 'vitest';
import { CHUNK, chunksOf, previewsById } from './previews.ts';

it('asks for each id once, and for the same first chunk when a list grows', () => {
  const ids = Array.from({ length: CHUNK * 2 + 1 }, (_, at) => `call-${at}`);
  expect(chunksOf([])).toEqual([]);
  expect(chunksOf(['a', 'b', 'a'])).toEqual([['a', 'b']]);
  expect(chunksOf(ids).map(({ length }) => length)).toEqual([CHUNK, CHUNK, 1]);
  expect(chunksOf(ids)[0]).toEqual(chunksOf(ids.slice(0, CHUNK))[0]);
});

it('finds a preview by id in the chunks that have answered', () => {
  const preview = { id: 'b', input: 'Where is it?', output: null, stored: true };
  const known = previewsById([undefined, { previews: [preview] }]);
  expect([known.get('b'), known.get('a')]).toEqual([preview, undefined]);
});
