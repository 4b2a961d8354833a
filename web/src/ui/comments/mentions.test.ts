import { describe, expect, it } from 'vitest';
import { offered, mentionParts, typedMention, withMention } from './mentions.ts';

const ADA = { name: 'Ada', email: 'ada@example.com' };
const EVE = { name: 'Eve Adams', email: 'eve@example.com' };
const NAMELESS = { name: null, email: 'madam@example.com' };

describe('a mention that is being written', () => {
  it.each([
    ['@', 1, { from: 0, text: '' }],
    ['Look @ad', 8, { from: 5, text: 'ad' }],
    ['（@ad', 4, { from: 1, text: 'ad' }],
    ['@ada@exa', 8, { from: 0, text: 'ada@exa' }],
    ['@ada more', 4, { from: 0, text: 'ada' }],
  ])('is found in %s at %d', (text, caret, typed) => {
    expect(typedMention(text, caret)).toEqual(typed);
  });

  it.each([
    ['', 0],
    ['mail x@ada', 10],
    ['@ada done', 9],
    ['@ada@example.com@x', 18],
  ])('is not in %s at %d', (text, caret) => {
    expect(typedMention(text, caret)).toBeNull();
  });

  it('is completed with the email, and the caret stands behind it', () => {
    const text = 'Look @ad please';
    const typed = typedMention(text, 8);
    expect(typed && withMention(text, typed, 'ada@example.com')).toEqual({
      text: 'Look @ada@example.com please',
      caret: 22,
    });
  });

  it('offers members by name and email, those that begin with it first', () => {
    expect(offered([EVE, NAMELESS, ADA], 'ad')).toEqual([ADA, EVE, NAMELESS]);
    expect(offered([EVE, ADA], 'EVE')).toEqual([EVE]);
    expect(offered([EVE, ADA], 'zz')).toEqual([]);
    expect(offered([EVE, ADA, NAMELESS], '', 2)).toHaveLength(2);
  });
});

it('a text shows the names of those whom it mentions', () => {
  expect(mentionParts('@Ada@example.com, see @bob@example.com. x@ada@example.com', [ADA])).toEqual([
    { mention: 'Ada' },
    { text: ', see @bob@example.com. x@ada@example.com' },
  ]);
  expect(mentionParts('見て@eve@example.comさん', [EVE])).toEqual([
    { text: '見て' },
    { mention: 'Eve Adams' },
    { text: 'さん' },
  ]);
  expect(mentionParts('', [])).toEqual([]);
});
