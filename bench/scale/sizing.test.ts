import { describe, expect, it } from 'vitest';
import type { Cell } from './cells.ts';
import { sizes, sizing } from './sizing.ts';

const FIGURES = {
  'ingest.perCpuSecond': 20_000,
  'ingest-content.perCpuSecond': 5_000,
  'ingest.perSecond': 16_000,
  'ingest.peakMb': 600,
};
const cell = (rows: number, idleMb: number, bytesPerRecord = 100) =>
  ({ rows, idleMb, bytesPerRecord }) as unknown as Cell;
const CELLS = [cell(1_000_000, 400), cell(50_000_000, 1_100, 120)];

describe('sizes', () => {
  const found = new Map(sizes(FIGURES, CELLS).map((size) => [size.recordsADay, size]));

  it('have cores for ten times the average, at half of what a core does, and two at least', () => {
    expect(found.get(100_000)).toMatchObject({ cores: 2, coresWithContent: 2, oneProcess: true });
    // 86.4 million a day are 10,000 in the busiest second.
    expect(found.get(200_000_000)).toMatchObject({ cores: 3, coresWithContent: 10, oneProcess: false });
    expect(found.get(50_000_000)?.busiest).toBeCloseTo(5_787, 0);
  });

  it('have disk for ninety days twice, and memory by the next measured size', () => {
    expect(found.get(1_000_000)?.diskGb).toBeCloseTo(90e6 * 120 * 2 * 1e-9, 5);
    expect(found.get(100_000)?.memoryGb).toBe(4);
    expect(sizes(FIGURES, [cell(1e9, 300)])[0]?.memoryGb).toBe(2);
    // 850 million ids more than were measured take 3.6 GB.
    expect(found.get(10_000_000)).toMatchObject({ memoryGb: 8, oneProcess: true });
  });

  it('have several processes if the ids would take most of the memory, or the rate is too high', () => {
    expect(found.get(50_000_000)).toMatchObject({ memoryGb: 4, oneProcess: false });
    expect(found.get(200_000_000)?.oneProcess).toBe(false);
  });

  it('say so if nothing was measured', () => {
    expect(sizing(null, CELLS)).toBe('Not measured yet.');
    expect(sizing(FIGURES, CELLS).split('\n')).toHaveLength(7);
  });
});
