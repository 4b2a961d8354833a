import { randomBytes } from 'node:crypto';
import { deflateRawSync, deflateSync, gzipSync, zstdCompressSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { inflate, inflateInSteps } from './inflate.ts';

const text = Buffer.from('{"records":[]}'.repeat(50));
const LIMIT = 1_048_576;

describe('inflate', () => {
  it.each([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['zstd', zstdCompressSync(text)],
    [' GZIP ', gzipSync(text)],
    ['identity', text],
    [undefined, text],
  ])('decompresses %s', async (encoding, bytes) => {
    expect((await inflate(encoding, bytes, LIMIT)).equals(text)).toBe(true);
  });

  it('accepts a body of exactly the limit', async () => {
    const whole = randomBytes(LIMIT);
    expect(await inflate('gzip', gzipSync(whole), LIMIT)).toHaveLength(LIMIT);
  });

  it.each([
    ['gzip', gzipSync(Buffer.alloc(64 * LIMIT))],
    ['gzip', gzipSync(Buffer.alloc(LIMIT + 1))],
    ['deflate', deflateSync(Buffer.alloc(64 * LIMIT))],
    ['zstd', zstdCompressSync(Buffer.alloc(64 * LIMIT))],
  ])('413: a bomb of %s', async (encoding, bytes) => {
    await expect(inflate(encoding, bytes, LIMIT)).rejects.toMatchObject({
      status: 413,
      reason: 'body_too_large',
    });
  });

  it.each([
    ['gzip', gzipSync(text).subarray(0, 20)],
    ['gzip', Buffer.alloc(0)],
    ['gzip', text],
    ['deflate', deflateSync(text).subarray(0, 10)],
    ['deflate', Buffer.from([0xff, 0xff, 0xff])],
    ['zstd', zstdCompressSync(text).subarray(0, 12)],
    ['zstd', randomBytes(100)],
  ])('400: %s that is cut off or damaged', async (encoding, bytes) => {
    await expect(inflate(encoding, bytes, LIMIT)).rejects.toMatchObject({
      status: 400,
      reason: 'invalid_compression',
    });
  });

  it.each([
    ['gzip', gzipSync],
    ['deflate', deflateSync],
    ['deflate', deflateRawSync],
    ['zstd', zstdCompressSync],
  ])('in steps: %s of a large body, up to the limit', async (encoding, compress) => {
    const whole = Buffer.concat([randomBytes(LIMIT), Buffer.alloc(4 * LIMIT, 7)]);
    const bytes = compress(whole);
    const grown: number[] = [];
    const grow = (to: number): void => void grown.push(to);
    expect((await inflateInSteps(encoding, bytes, whole.length, grow)).equals(whole)).toBe(true);
    expect(grown).toEqual([whole.length]);
    await expect(inflateInSteps(encoding, bytes, whole.length - 1, grow)).rejects.toMatchObject({
      status: 413,
    });
    const cut = bytes.subarray(0, bytes.length - 10);
    await expect(inflateInSteps(encoding, cut, whole.length, grow)).rejects.toMatchObject({ status: 400 });
  });

  it('415: an unsupported encoding', async () => {
    await expect(inflate('br', text, LIMIT)).rejects.toMatchObject({
      status: 415,
      reason: 'unsupported_encoding',
    });
  });
});
