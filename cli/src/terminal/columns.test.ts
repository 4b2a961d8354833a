import { describe, expect, it } from 'vitest';
import { cut, padded, paddedLeft, plain, widthOf, wrapped } from './columns.ts';

describe('columns', () => {
  it('count wide characters twice, and colours not at all', () => {
    expect([widthOf('abc'), widthOf('東京'), widthOf('\u001B[31mred\u001B[39m'), widthOf('👩‍👩‍👧')]).toEqual([
      3, 4, 3, 2,
    ]);
    expect([padded('東', 4), paddedLeft('東', 4), padded('long', 2)]).toEqual(['東  ', '  東', 'long']);
  });

  it('are cut with …, never in the middle of a character', () => {
    expect([cut('abcdef', 6), cut('abcdef', 5), cut('東京都', 5), cut('東京都', 4)]).toEqual([
      'abcdef',
      'abcd…',
      '東京…',
      '東…',
    ]);
  });

  it('wrap between words, and inside words that fit on no line', () => {
    expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
    expect(wrapped('a 1234567890 b', 4)).toEqual(['a', '1234', '5678', '90 b']);
    expect(wrapped('東京都', 4)).toEqual(['東京', '都']);
    expect(wrapped(' ', 4)).toEqual([]);
  });

  it('plain text is one line without commands to a terminal or a log', () => {
    expect(plain('a\u0000\u001B[2Jb\r\n\tc\u202Ed\u2028e ##[error]')).toBe('a b cd e # #[error]');
  });
});
