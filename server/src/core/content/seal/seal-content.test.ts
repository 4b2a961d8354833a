import { createSecretKey, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Json } from '#records';
import type { AccountKeys } from './content-keys.ts';
import { openContent, sealContent } from './seal-content.ts';
import { COMPRESS_FROM } from './seal-json.ts';

const keyOf = (version: number) => ({ version, key: createSecretKey(randomBytes(32)) });

function keysOf(account: number, newest = keyOf(1), older: ReturnType<typeof keyOf>[] = []) {
  const lost = { count: 0 };
  const keys: AccountKeys = {
    account,
    newest,
    byVersion: new Map([newest, ...older].map(({ version, key }) => [version, key])),
    search: [newest.key],
    unreadable: () => {
      lost.count += 1;
    },
  };
  return { keys, lost };
}

describe('sealContent and openContent', () => {
  it('return the sealed content, short or long, in any script', () => {
    const { keys, lost } = keysOf(7);
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.nat({ max: 20_000 }).map((n) => 'word '.repeat(n)),
    );
    fc.assert(
      fc.property(text, fc.jsonValue(), fc.string({ maxLength: 256 }), (input, output, id) => {
        const content = { input, output: JSON.parse(JSON.stringify(output)) as Json };
        expect(openContent(keys, id, sealContent(keys, id, content))).toEqual(content);
      }),
      { numRuns: 200 },
    );
    expect(lost.count).toBe(0);
  });

  it('compress long text, but not short or incompressible text', () => {
    const { keys } = keysOf(1);
    const size = (input: string) => sealContent(keys, 'a', { input }).length - input.length;
    expect(size('a'.repeat(COMPRESS_FROM * 2))).toBeLessThan(-COMPRESS_FROM);
    expect(size('a'.repeat(100))).toBeLessThan(60);
    expect(size(randomBytes(COMPRESS_FROM).toString('base64'))).toBeLessThan(60);
  });

  it('return null and count it for another row, another account or another key', () => {
    const { keys, lost } = keysOf(1);
    const sealed = sealContent(keys, 'call-1', { input: 'x' });
    expect(openContent(keys, 'call-2', sealed)).toBeNull();
    expect(lost.count).toBe(1);
    const other = keysOf(2, keys.newest);
    expect(openContent(other.keys, 'call-1', sealed)).toBeNull();
    const stranger = keysOf(1);
    expect(openContent(stranger.keys, 'call-1', sealed)).toBeNull();
    expect([other.lost.count, stranger.lost.count]).toEqual([1, 1]);
    expect(openContent(keys, 'call-1', sealed)).toEqual({ input: 'x' });
  });

  it('return null for any changed byte, and for random bytes', () => {
    const { keys } = keysOf(1);
    for (const input of ['short', 'long '.repeat(2_000)]) {
      const sealed = sealContent(keys, 'a', { input });
      for (let at = 0; at < Math.min(sealed.length, 200); at += 1) {
        const changed = Buffer.from(sealed);
        changed[at] = (changed[at] ?? 0) ^ 1;
        expect(openContent(keys, 'a', changed)).toBeNull();
      }
      for (let length = 0; length < sealed.length && length < 60; length += 1)
        expect(openContent(keys, 'a', sealed.subarray(0, length))).toBeNull();
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => openContent(keys, 'a', bytes) === null),
    );
  });

  it('open content of an older key, and seal with the newest', () => {
    const old = keyOf(1);
    const sealed = sealContent(keysOf(1, old).keys, 'a', { input: 'old' });
    const { keys } = keysOf(1, keyOf(2), [old]);
    expect(openContent(keys, 'a', sealed)).toEqual({ input: 'old' });
    expect(sealContent(keys, 'a', { input: 'new' }).readUInt32BE(1)).toBe(2);
  });

  it('never use a nonce twice', () => {
    const { keys } = keysOf(1);
    const nonces = new Set<string>();
    for (let n = 0; n < 5_000; n += 1) {
      nonces.add(sealContent(keys, 'a', { input: 'x' }).subarray(5, 17).toString('hex'));
    }
    expect(nonces.size).toBe(5_000);
  });
});
