import { describe, expect, it } from 'vitest';
import { defineWordings, plural, onOneLine, wordFor, worded } from './worded.ts';

const SIZES = { small: 'a little', large: 'a lot' };

const table = defineWordings<{
  spent: { usd: number; size: keyof typeof SIZES };
  quiet: { calls?: number };
}>(
  {
    spent: ({ usd, size }, format) => `Spent ${format.money(usd)}, ${wordFor(SIZES, size)}.`,
    quiet: () => 'Nothing.',
  },
  { spent: ({ usd }, format) => `${format.money(usd)} 使用`, quiet: () => 'なし' },
);

describe('a sentence of the service', () => {
  it('is worded by its code and figures, in the language of the page', () => {
    const coded = { code: 'spent', values: { usd: 2.5, size: 'small' } };
    expect(worded(table, coded, 'en')).toBe('Spent $2.50, a little.');
    expect(worded(table, coded, 'ja')).toBe('$2.50 使用');
    expect(worded(table, { code: 'quiet' }, 'en')).toBe('Nothing.');
  });

  it.each([
    ['without a code', {}],
    ['with a code that is new to the dashboard', { code: 'later' }],
    ['with a name that every object has', { code: 'toString' }],
    ['without one of its figures', { code: 'spent', values: { size: 'small' } }],
    ['with a value that has no word', { code: 'spent', values: { usd: 1, size: 'huge' } }],
  ])('stays as it was sent %s', (_, coded) => expect(worded(table, coded, 'en')).toBeNull());

  it('does not hide a fault in a wording', () => {
    const broken = defineWordings<{ oops: { calls?: number } }>(
      {
        oops: () => {
          throw new TypeError('broken');
        },
      },
      { oops: () => '' },
    );
    expect(() => worded(broken, { code: 'oops' }, 'en')).toThrow('broken');
  });
});

it('a name from outside is one short line', () => {
  expect(onOneLine(' gpt\u0000-4o\n')).toBe('gpt -4o');
  expect(onOneLine(7)).toBe('7');
  expect(onOneLine('x'.repeat(80))).toHaveLength(80);
  expect(Array.from(onOneLine('𝕏'.repeat(81)))).toHaveLength(80);
  expect(onOneLine('x'.repeat(81)).endsWith('x…')).toBe(true);
});

it('one thing, many things', () => {
  expect([plural(1, 'call'), plural(0, 'call'), plural(2, 'reply', 'replies')]).toEqual([
    'call',
    'calls',
    'replies',
  ]);
});
