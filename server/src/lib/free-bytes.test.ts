import { expect, it } from 'vitest';
import { freeBytes } from './free-bytes.ts';

it('frees a buffer with its own memory and leaves shared memory alone', () => {
  const own = new Uint8Array([1, 2, 3]);
  freeBytes(own);
  expect(own.length).toBe(0);
  const all = new Uint8Array([1, 2, 3, 4]);
  freeBytes(all.subarray(1, 3));
  expect([...all]).toEqual([1, 2, 3, 4]);
  const pooled = Buffer.from('short');
  freeBytes(pooled);
  expect(pooled.toString()).toBe('short');
  const shared = new Uint8Array(new SharedArrayBuffer(4));
  freeBytes(shared);
  expect(shared.length).toBe(4);
});
