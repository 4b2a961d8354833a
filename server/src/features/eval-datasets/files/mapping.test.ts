import { describe, expect, it } from 'vitest';
import { mappedItem, suggestMapping, unknownColumns } from './mapping.ts';

describe('a mapping', () => {
  it('is suggested by the usual names, in any case', () => {
    expect(suggestMapping(['ID', 'Question', 'Answer', 'Split', 'topic'])).toEqual({
      input: 'Question',
      expectedOutput: 'Answer',
      split: 'Split',
      externalId: 'ID',
    });
    expect(suggestMapping(['externalId', 'id', 'input', 'output', 'metadata'])).toEqual({
      input: 'input',
      expectedOutput: 'output',
      metadata: ['metadata'],
      externalId: 'externalId',
    });
    expect(suggestMapping(['a', 'b'])).toBeNull();
  });

  it('names columns, and paths into columns of JSON', () => {
    const columns = new Set(['a', 'b.c', 'd']);
    expect(unknownColumns({ input: 'a', expectedOutput: 'b.c', metadata: ['d.x.0', 'e'] }, columns)).toEqual([
      ['metadata', 'e'],
    ]);
  });

  it.each([
    ['a path into JSON text', { d: '{"x":[{"y":1}]}' }, 'd.x.0.y', { input: 1 }],
    ['a name with a dot before a path', { 'b.c': 'whole', b: { c: 'part' } }, 'b.c', { input: 'whole' }],
    ['nothing at the end of a path', { d: { x: null } }, 'd.x.y', {}],
    ['no member that every object has', { d: {} }, 'd.toString', {}],
    ['a text that only looks like JSON', { d: '[see below]' }, 'd', { input: '[see below]' }],
    ['an apostrophe that a spreadsheet needs', { d: "'=1+1" }, 'd', { input: '=1+1' }],
    ['an apostrophe that belongs to the text', { d: "'tis" }, 'd', { input: "'tis" }],
    ['an empty cell', { d: '' }, 'd', {}],
  ])('reads %s', (_name, fields, input, item) => {
    expect(mappedItem(fields, { input }, true)).toEqual(item);
  });

  it('leaves texts of JSON files as they are', () => {
    expect(mappedItem({ d: '{"x":1}' }, { input: 'd' }, false)).toEqual({ input: '{"x":1}' });
  });

  it('makes objects of several columns, and metadata of one object or of columns', () => {
    const fields = { a: '1', b: '', c: '{"k":2}', n: '7' };
    expect(mappedItem(fields, { input: ['a', 'b'], metadata: ['c'], id: 'n' }, true)).toEqual({
      input: { a: '1' },
      metadata: { k: 2 },
      id: 7,
    });
    expect(mappedItem(fields, { input: 'a', metadata: ['c', 'a'] }, true).metadata).toEqual({
      c: { k: 2 },
      a: '1',
    });
    expect(mappedItem(fields, { input: 'a', metadata: ['b'] }, true)).toEqual({ input: '1' });
  });
});
