import { expect, it } from 'vitest';
import { ByteLru } from './byte-lru.ts';

it('keeps used entries within its bytes', () => {
  const gone: string[] = [];
  const lru = new ByteLru<number>(30, (key) => gone.push(key));
  lru.set('a', 1, 10);
  lru.set('b', 2, 10);
  lru.set('c', 3, 10);
  expect([lru.get('a'), lru.get('x'), lru.bytes, lru.size]).toEqual([1, undefined, 30, 3]);
  lru.set('d', 4, 10);
  expect([gone, lru.bytes]).toEqual([['a'], 30]);
  // b and c are unmarked by now; b is used again.
  lru.get('b');
  lru.set('e', 5, 10);
  expect([gone, lru.get('b'), lru.get('c')]).toEqual([['a', 'c'], 2, undefined]);
  lru.set('b', 6, 20);
  expect([lru.get('b'), lru.bytes]).toEqual([6, 30]);
});

it('accepts a new entry even if all others are in use', () => {
  const lru = new ByteLru<number>(30);
  for (let at = 0; at < 20; at += 1) {
    lru.set(`k${at}`, at, 10);
    expect(lru.get(`k${at}`)).toBe(at);
    for (let back = 0; back < 3; back += 1) lru.get(`k${at - back}`);
  }
});

it('rejects an entry larger than the cache, and terminates if all are in use', () => {
  const lru = new ByteLru<number>(30);
  lru.set('a', 1, 10);
  lru.get('a');
  lru.set('huge', 2, 31);
  expect([lru.get('huge'), lru.bytes <= 30]).toEqual([undefined, true]);
  for (let at = 0; at < 1_000; at += 1) {
    lru.set(`k${at}`, at, 1 + (at % 7));
    for (let back = 0; back < 5; back += 1) lru.get(`k${at - back}`);
    expect(lru.bytes).toBeLessThanOrEqual(30);
  }
});
