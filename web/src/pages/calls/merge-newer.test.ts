import { describe, expect, it } from 'vitest';
import { mergeNewer, newestOf } from './merge-newer.ts';

const call = (id: string, second: number) => ({ id, timestamp: `2026-11-15T12:00:0${second}.000Z` });
const rows = [call('d', 5), call('b', 3), call('a', 3)];

describe('calls that arrive while the list is open', () => {
  it('are inserted by time, each once', () => {
    const merged = mergeNewer(rows, [call('f', 6), call('d', 5), call('c', 3), call('e', 5)]);
    expect(merged.map(({ id }) => id)).toEqual(['f', 'e', 'd', 'c', 'b', 'a']);
  });

  it('leave the list unchanged if there is nothing new, or only calls of a later page', () => {
    expect(mergeNewer(rows, [])).toBe(rows);
    expect(mergeNewer(rows, [call('a', 3), call('0', 1)])).toBe(rows);
  });

  it('fill an empty list', () => {
    expect(mergeNewer([], [call('a', 1), call('b', 2)]).map(({ id }) => id)).toEqual(['b', 'a']);
    expect([newestOf([]), newestOf(rows)]).toEqual([null, call('d', 5).timestamp]);
  });
});
