import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashId } from './id-hash.ts';
import { Fingerprints } from './fingerprints.ts';

describe('fingerprints', () => {
  it('know every id that was added, and no other', () => {
    const item = fc.tuple(fc.integer({ min: 1, max: 5 }), fc.string());
    fc.assert(
      fc.property(fc.array(item), fc.array(item), (added, asked) => {
        const seen = new Fingerprints();
        for (const [account, id] of added) seen.add(account, hashId(id));
        const exact = new Set(added.map((pair) => JSON.stringify(pair)));
        for (const pair of [...added, ...asked]) {
          expect(seen.has(pair[0], hashId(pair[1]))).toBe(exact.has(JSON.stringify(pair)));
        }
      }),
    );
  });

  it('grow beyond their first table without losing anything, and invent next to nothing', () => {
    const seen = new Fingerprints();
    const count = 300_000;
    for (let index = 0; index < count; index += 1) seen.add(1, hashId(`id-${index}`));
    expect(seen.size).toBe(count);
    let missing = 0;
    let invented = 0;
    for (let index = 0; index < count; index += 1) {
      if (!seen.has(1, hashId(`id-${index}`))) missing += 1;
      if (seen.has(2, hashId(`id-${index}`))) invented += 1;
      if (seen.has(1, hashId(`other-${index}`))) invented += 1;
    }
    expect(missing).toBe(0);
    expect(invented).toBeLessThanOrEqual(1);
    expect(seen.bytes / count).toBeLessThan(10);
  });

  it.each([10_000_000, 10_100_000, 50_000_000])(
    'take about four bytes for each of %i that are expected',
    (expected) => {
      const { bytes } = new Fingerprints(expected);
      expect(bytes / expected).toBeLessThan(4.3);
    },
  );

  it('grow by half when there are many, and keep what they had', () => {
    const [expected, count] = [3_000_000, 3_300_000];
    const seen = new Fingerprints(expected);
    const { bytes } = seen;
    const hash = (index: number) => ({
      high: Math.imul(index + 1, 0x9e3779b1) >>> 0,
      low: Math.imul(index + 1, 0x85ebca77) >>> 0,
    });
    for (let index = 0; index < count; index += 1) seen.add(1, hash(index));
    expect(seen.bytes / bytes).toBeCloseTo(1.5, 2);
    let missing = 0;
    for (let index = 0; index < count; index += 1) if (!seen.has(1, hash(index))) missing += 1;
    expect(missing).toBe(0);
    expect([seen.size, seen.has(2, hash(1))]).toEqual([count, false]);
  });
});
