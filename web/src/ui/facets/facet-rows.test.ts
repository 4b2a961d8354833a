import { describe, expect, it } from 'vitest';
import { facetRows, inPlace } from './facet-rows.ts';

const none = { is: [], isNot: [] };
const counted = Array.from({ length: 30 }, (_, at) => ({ value: `Model-${at}`, count: 30 - at }));

describe('the values of a facet', () => {
  it('are the twenty most frequent, and the chosen ones wherever they are', () => {
    expect(facetRows(counted, none, '')).toEqual(counted.slice(0, 20));
    const rows = facetRows(counted, { is: ['Model-25', 'gone'], isNot: ['Model-3'] }, '');
    expect(rows).toHaveLength(22);
    expect(rows.slice(-2)).toEqual([
      { value: 'Model-25', count: 5 },
      { value: 'gone', count: undefined },
    ]);
  });

  it('are narrowed by the typed text, whatever its case', () => {
    expect(facetRows(counted, none, ' mODEL-2').map(({ value }) => value)).toEqual([
      'Model-2',
      ...Array.from({ length: 10 }, (_, at) => `Model-${at + 20}`),
    ]);
    expect(facetRows(counted, { is: ['Model-1'], isNot: [] }, 'nothing')).toEqual([
      { value: 'Model-1', count: 29 },
    ]);
  });

  it('keep their places while they are pointed at, even without calls; new ones come last', () => {
    const row = (value: string, count?: number) => ({ value, count });
    expect(inPlace([row('b', 9), row('new', 5), row('a', 3)], ['a', 'gone', 'b'])).toEqual([
      row('a', 3),
      row('gone'),
      row('b', 9),
      row('new', 5),
    ]);
  });
});
