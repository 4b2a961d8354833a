import { describe, expect, it } from 'vitest';
import { chosenFilter, MAX_CHOSEN, toggleAll, toggleRows, type ChosenCalls } from './selection.ts';
import type { ListedCallData } from './types.ts';

const call = (at: number) =>
  ({ id: `c${at}`, timestamp: new Date(1_000 * at).toISOString() }) as ListedCallData;
const rows = Array.from({ length: 300 }, (_, at) => call(at));
const none: ChosenCalls = new Map();
const ids = (chosen: ChosenCalls) => [...chosen.keys()];

describe('chosen rows', () => {
  it('are selected one by one, or as a range in either direction', () => {
    const one = toggleRows(none, rows, 'c5', null);
    expect(ids(one)).toEqual(['c5']);
    expect(ids(toggleRows(one, rows, 'c3', 'c5'))).toEqual(['c5', 'c3', 'c4']);
    const four = toggleRows(one, rows, 'c8', 'c5');
    expect(ids(four)).toEqual(['c5', 'c6', 'c7', 'c8']);
    expect(ids(toggleRows(four, rows, 'c7', 'c6'))).toEqual(['c5', 'c8']);
    expect(toggleRows(one, rows, 'gone', 'c5')).toBe(one);
    // The row that was selected last is no longer loaded.
    expect(ids(toggleRows(none, rows, 'c2', 'gone'))).toEqual(['c2']);
  });

  it('are limited to what one request takes', () => {
    expect(toggleAll(none, rows).size).toBe(MAX_CHOSEN);
    expect(toggleAll(toggleRows(none, rows, 'c1', null), rows).size).toBe(0);
    expect(toggleRows(toggleRows(none, rows, 'c0', null), rows, 'c299', 'c0').size).toBe(MAX_CHOSEN);
  });

  it('are queried by their ids within their time range', () => {
    expect(chosenFilter(new Map([call(7), call(3)].map((one) => [one.id, one])))).toEqual({
      startTime: '1970-01-01T00:00:03.000Z',
      endTime: '1970-01-01T00:00:07.001Z',
      where: [{ field: 'id', op: 'is', values: ['c7', 'c3'] }],
    });
  });
});
