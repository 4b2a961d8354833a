import { describe, expect, it } from 'vitest';
import { shortened, wordDiff } from './word-diff.ts';

const shown = (before: string, after: string) =>
  wordDiff(before, after)
    ?.map(({ kind, text }) => (kind === 'same' ? text : kind === 'added' ? `+[${text}]` : `-[${text}]`))
    .join('');

describe('wordDiff', () => {
  it.each([
    ['a b c', 'a b c', 'a b c'],
    ['', '', ''],
    ['', 'new words', '+[new words]'],
    ['gone', '', '-[gone]'],
    ['The cat sat.', 'The dog sat.', 'The -[cat]+[dog] sat.'],
    ['one two three', 'one three', 'one -[two ]three'],
    ['x y', 'x and y', 'x +[and ]y'],
    ['東京です。', '大阪です。', '-[東京です]+[大阪です]。'],
  ])('%j to %j', (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it('gives back both texts, whatever they are', () => {
    const word = (at: number) => 'abcdefgh'[(at * at * 7 + at * 3) % 8] ?? '';
    for (let turn = 0; turn < 50; turn += 1) {
      const [before, after] = [turn, turn * 5 + 1].map((from) =>
        Array.from({ length: 30 }, (_, at) => word(from + at)).join(' '),
      ) as [string, string];
      const parts = wordDiff(before, after) ?? [];
      const without = (kind: string) =>
        parts.flatMap((part) => (part.kind === kind ? [] : [part.text])).join('');
      expect([without('added'), without('removed')]).toEqual([before, after]);
    }
  });

  it('gives up on texts that have little in common, whose common words are accidents', () => {
    const json = '{"order": 1187, "state": "shipped", "carrier": "Yamato", "eta": "tomorrow"}';
    const said = 'The order you asked about has left our house in Osaka and should be with you soon.';
    expect(wordDiff(json, said)).toBeNull();
    expect(wordDiff(said, json)).toBeNull();
    expect(shown(said, said.replace('Osaka', 'Kobe'))).toContain('-[Osaka]+[Kobe]');
    expect(wordDiff('', said)).toEqual([{ kind: 'added', text: said }]);
  });

  it('gives up on very long texts that differ, not on long ones that are nearly equal', () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `w${at}`).join(' ');
    expect(wordDiff(long, long.toUpperCase())).toBeNull();
    expect(shown(`${long} end`, `${long} stop`)?.endsWith('-[end]+[stop]')).toBe(true);
  });
});

it('a difference is cut to what there is room for, whatever kind it ends with', () => {
  const parts = wordDiff('The cat sat.', 'The dog sat.') ?? [];
  const cut = (characters: number) => shortened(parts, characters).map(({ text }) => text);
  expect(cut(13)).toEqual(['The ', 'cat', 'dog', ' sa…']);
  expect(cut(5)).toEqual(['The ', 'c…']);
  expect(cut(99)).toEqual(['The ', 'cat', 'dog', ' sat.']);
  expect(shortened([{ kind: 'same', text: 'a😀b' }], 2)).toEqual([{ kind: 'same', text: 'a…' }]);
});
