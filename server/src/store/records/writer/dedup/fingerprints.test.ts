import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashId } from '../../id-hash.ts';
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

  it('grow beyond their first table without losing or inventing anything', () => {
    const seen = new Fingerprints();
    const count = 300_000;
    for (let index = 0; index < count; index += 1) seen.add(1, hashId(`id-${index}`));
    expect(seen.size).toBe(count);
    let wrong = 0;
    for (let index = 0; index < count; index += 1) {
      if (!seen.has(1, hashId(`id-${index}`))) wrong += 1;
      if (seen.has(2, hashId(`id-${index}`))) wrong += 1;
      if (seen.has(1, hashId(`other-${index}`))) wrong += 1;
    }
    expect(wrong).toBe(0);
    expect(seen.bytes / count).toBeLessThan(14);
  });

  it('are sized for what is expected', () => {
    const seen = new Fingerprints(10_000_000);
    expect(seen.bytes).toBeLessThan(140_000_000);
  });
});
