import { describe, expect, it } from 'vitest';
import { inSample } from './new-calls.ts';

const ids = Array.from({ length: 20_000 }, (_, at) => `call-${at}`);
const sample = (ruleId: number, pct: number) => ids.filter((id) => inSample(ruleId, id, pct));

describe('the sample of a rule', () => {
  it.each([0.1, 1, 10, 33.3, 90])('of %d %% has about that share', (pct) => {
    const expected = (ids.length * pct) / 100;
    const spread = Math.sqrt(expected * (1 - pct / 100));
    expect(Math.abs(sample(7, pct).length - expected)).toBeLessThan(4 * spread + 1);
  });

  it('is deterministic, complete at 100, and nearly empty near 0', () => {
    expect(sample(7, 10)).toEqual(sample(7, 10));
    expect(sample(7, 100)).toEqual(ids);
    expect(sample(7, 1e-9)).toEqual([]);
  });

  it('keeps its calls when it grows', () => {
    const larger = new Set(sample(7, 20));
    expect(sample(7, 5).filter((id) => !larger.has(id))).toEqual([]);
  });

  it('differs between rules', () => {
    const other = new Set(sample(8, 50));
    const both = sample(7, 50).filter((id) => other.has(id)).length;
    expect(both / ids.length).toBeGreaterThan(0.22);
    expect(both / ids.length).toBeLessThan(0.28);
  });
});
