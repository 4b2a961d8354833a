import { createCipheriv, createSecretKey, randomBytes } from 'node:crypto';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import type { Content } from '#core/content/content';
import { eachFolded, fold } from './fold-words.ts';
import { contentMatches, searchedText } from './matches.ts';
import { eachWord } from './scan-texts.ts';
import { contentWords, hashesIn, searchKeyOf, textWords } from './word-hashes.ts';

const keyOf = (byte: number) => searchKeyOf(createSecretKey(Buffer.alloc(32, byte)));
const key = keyOf(7);
type Word = [one: number, two: number, length: number];

/** Every run of letters takes the slow path, even if it is ASCII. */
function plainWords(texts: readonly string[]): Word[] {
  const words: Word[] = [];
  for (const run of texts
    .join('\n')
    .toWellFormed()
    .split(/[^\w\u0080-\u{10ffff}]+|[\u00a0\u2000-\u206f]+/u)) {
    eachFolded(run, (...word) => words.push(word));
  }
  return words;
}

function plainHashes(texts: readonly string[]): number[] {
  const blocks = Int32Array.from(plainWords(texts).flatMap(([one, two, length]) => [one, two, length, 0]));
  const cipher = createCipheriv('aes-256-ecb', key, null).setAutoPadding(false);
  const sealed = cipher.update(new Uint8Array(blocks.buffer));
  const hashes = new Set<number>();
  for (let at = 0; at < sealed.length; at += 16) hashes.add(sealed.readUIntLE(at, 3));
  return [...hashes].toSorted((left, right) => left - right);
}

/** Hashed as the first text under its key. */
const freshWords = (text: string): number[] => {
  textWords(keyOf(8), 'other');
  return textWords(keyOf(7), text);
};
const finds = (search: string, content: Content): boolean => {
  const stored = new Set(hashesIn(contentWords(key, content)));
  const asked = textWords(key, searchedText(search).text);
  const indexed = asked.length > 0 && asked.every((hash) => stored.has(hash));
  const verified = contentMatches(content, searchedText(search));
  // The index must never miss a text that matches.
  expect(indexed || !verified).toBe(true);
  return indexed && verified;
};
const says = (output: string): Content => ({ output });

describe('words of content', () => {
  it.each([
    ['a word in any case', 'refund', 'Your REFUND is on its way.', true],
    ['all words, in any order', 'way refund', 'Your refund is on its way.', true],
    ['not one that is missing', 'refund later', 'Your refund is on its way.', false],
    ['not a part of a word', 'fund', 'Your refund is on its way.', false],
    ['words between dashes and quotes', 'state', 'the “state–of–the–art” model’s', true],
    ['a phrase', '"on its way"', 'Your refund is  on\nits WAY.', true],
    ['not a phrase in another order', '"its on way"', 'Your refund is on its way.', false],
    ['words with underscores and digits', 'order_42', 'see order_42, please', true],
    ['accents', 'café', 'Das CAFÉ am Eck', true],
    ['an accent in two characters', 'café', 'Das cafe\u0301 am Eck', true],
    ['German sharp s', 'STRASSE', 'In der Straße', true],
    ['Turkish dotless i', 'ISPARTA', 'ısparta', true],
    ['Turkish dotted I', 'istanbul', 'İstanbul', true],
    ['Greek', 'οδός', 'ΟΔΌΣ', true],
    ['a sigma that may or may not end a word', 'ΟΔΟΣ', 'ΟΔΟΣ·ΑΒ', true],
    ['a word next to a sign', 'GPT', 'GPT™ and needle²', true],
    ['not Japanese whose pairs are separate', '東京都', '東京と京都', false],
    ['three characters together', '東京都', 'ここは東京都です', true],
    ['words after a line break in JSON', 'Paris', String.raw`{"city": "a\nParis"}`, true],
    ['letters that JSON escapes', '東京', String.raw`["\u6771\u4eac"]`, true],
    ['text that only looks like JSON', 'Paris', String.raw`{Paris \n`, true],
    ['Cyrillic', 'ошибка', 'ОШИБКА 42', true],
    ['full width', 'ABC', 'ＡＢＣ', true],
    ['Japanese inside a sentence', '東京', '明日は東京タワーに行きます。', true],
    ['not Japanese that is separated', '東行', '明日は東京タワーに行きます。', false],
    ['one character', '東', '明日は東京タワーに行きます。', true],
    ['Katakana with its long sign', 'タワー', '明日は東京タワーに行きます。', true],
    ['mixed scripts', 'GPTモデル', '新しいGPTモデルです', true],
    ['Thai', 'สวัสดี', 'คำว่าสวัสดีครับ', true],
    ['Korean words', '안녕하세요', '네, 안녕하세요!', true],
    ['emoji beside a word', 'done', 'done🚀', true],
    ['a word that is 2,000 characters long', 'x'.repeat(2_000), `a ${'x'.repeat(2_000)} b`, true],
    ['nothing without a word', '!?', 'what!?', false],
    ['nothing for one letter', 'a', 'a b c', false],
  ])('finds %s', (_name, search, text, found) => {
    expect(finds(search, says(text))).toBe(found);
  });

  it('searches every text of the content, and numbers', () => {
    const content: Content = {
      input: [{ role: 'user', content: [{ type: 'text', text: 'alpha' }] }],
      output: { answer: 'bravo' },
      systemInstructions: 'charlie',
      toolCalls: [{ name: 'lookup', arguments: { order: 12_345 }, result: 'delta' }],
      attributes: { 'tool.output': 'echo' },
      requestMeta: { messages: [{ content: 'foxtrot' }] },
      error: 'no golf',
      errorDetails: { stack: 'at hotel' },
    };
    for (const word of ['alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel', '12345']) {
      expect(finds(word, content)).toBe(true);
    }
    expect(finds('answer', content)).toBe(false);
  });

  it('finds every word of any text', () => {
    const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
    const between = fc.constantFrom(' ', '. ', '\n', ' — ', '、', '"', '/', '\t');
    fc.assert(
      fc.property(
        fc.array(fc.tuple(word, between), { minLength: 1, maxLength: 20 }),
        fc.nat(),
        (parts, pick) => {
          const text = parts.flat().join('');
          const [wanted = ''] = parts[pick % parts.length] ?? [];
          const told = searchedText(wanted).words.size === 0;
          expect(told || finds(wanted, says(text))).toBe(true);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('reveals nothing to someone with another key', () => {
    const other = searchKeyOf(createSecretKey(randomBytes(32)));
    const text = Array.from({ length: 200 }, (_, at) => `word${at}`).join(' ');
    const ours = hashesIn(contentWords(key, says(text)));
    const theirs = new Set(hashesIn(contentWords(other, says(text))));
    expect(ours.length).toBeGreaterThan(195);
    expect(ours.filter((hash) => theirs.has(hash)).length).toBeLessThan(3);
    expect(ours).toEqual(hashesIn(contentWords(key, says(`${text} ${text}`))));
    expect(ours.every((hash, at) => hash < 2 ** 24 && hash > (ours[at - 1] ?? -1))).toBe(true);
  });

  // Stored hashes are compared with new ones, so the algorithm must not change.
  it('have stable hashes', () => {
    expect(textWords(key, 'The Refund, 東京タワー, Straße_42 done')).toEqual([
      2_267_772, 2_402_090, 4_086_659, 4_148_136, 7_599_218, 10_205_272, 10_643_139, 11_377_712, 12_496_655,
      14_621_465, 14_733_328, 15_028_674, 15_293_767,
    ]);
  });

  it('have the same hashes whatever was hashed before', () => {
    const words = fc.array(fc.nat({ max: 40_000 }), { maxLength: 400 });
    fc.assert(
      fc.property(words, fc.boolean(), (numbers, another) => {
        const text = numbers.map((number) => `word${number}`).join(' ');
        if (another) textWords(keyOf(8), text);
        expect(textWords(key, text)).toEqual(freshWords(text));
        expect(textWords(keyOf(7), text)).toEqual(textWords(key, text));
      }),
      { numRuns: 300 },
    );
  });

  it('have the same hashes when more words than the table holds push each other out, under two keys', () => {
    for (let record = 0; record < 60; record += 1) {
      const words = Array.from({ length: 800 }, (_, at) => ((record * 800 + at) * 7_919 * 31) % 50_021);
      const text = words.map((number) => `w${number.toString(36)}`).join(' ');
      if (record % 5 < 2) textWords(keyOf(8), text);
      expect(textWords(key, text)).toEqual(plainHashes([text]));
    }
  });

  it('have the same hashes after an error in the middle of a record', () => {
    const broken = { input: 'rest', requestMeta: { said: 'alpha bravo' } } as unknown as Content;
    Object.defineProperty(broken, 'input', {
      get: () =>
        Object.defineProperty({}, 'x', {
          enumerable: true,
          get: () => {
            throw new Error('broken');
          },
        }),
    });
    expect(() => contentWords(key, broken)).toThrow('broken');
    const after = textWords(key, 'alpha bravo');
    expect(after).toEqual(freshWords('alpha bravo'));
  });

  it('have the hash of each word, sorted, without duplicates', () => {
    const letters = fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/);
    const between = fc.constantFrom(
      ' ',
      '  ',
      '.',
      '\n',
      '-',
      '{"',
      '\u2014',
      '\u00a0',
      '\u2062',
      '\u2070',
      '\u0000',
      '@[`{/:',
    );
    const part = fc.oneof(
      { weight: 8, arbitrary: letters },
      { weight: 8, arbitrary: between },
      fc.string({ unit: 'grapheme', maxLength: 8 }),
      fc.string({ unit: 'binary', maxLength: 3 }),
      fc.constantFrom('\ud83d', 'ﷺ', '東京都', 'é', '²', 'x'.repeat(63), 'y'.repeat(64)),
    );
    const text = fc.array(part, { maxLength: 80 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(text, { maxLength: 6 }), (texts) => {
        expect(hashesIn(contentWords(key, { input: texts }))).toEqual(plainHashes(texts));
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['words', Array.from({ length: 90_000 }, (_, at) => `w${at.toString(36)}`).join(' ')],
    [
      'characters',
      Array.from({ length: 90_000 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_000))).join(
        '',
      ),
    ],
    ['characters that become many', 'ﷺ '.repeat(50_000)],
    ['letters in one word', 'Abc'.repeat(200_000)],
  ])('have hashes in any number: %s', (_name, text) => {
    expect(hashesIn(contentWords(key, { input: [text, 'and more'] }))).toEqual(
      plainHashes([text, 'and more']),
    );
    expect(hashesIn(contentWords(key, says('and more')))).toEqual(plainHashes(['and more']));
  });

  it('are passed on one by one with the same hashes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
        const told = new Set<string>();
        eachWord(text, (...word) => told.add(word.join(' ')));
        expect(told).toEqual(new Set(plainWords([text]).map((word) => word.join(' '))));
      }),
    );
  });

  // The scan folds ASCII before it knows that something else belongs to the word.
  it('are folded alike, whether their letters were already lower case or not', () => {
    const marks = Array.from({ length: 0x3000 }, (_, code) => String.fromCharCode(code)).filter((mark) =>
      /\p{M}/u.test(mark),
    );
    for (const mark of marks) {
      for (const letter of 'abcdefghijklmnopqrstuvwxyz')
        expect(fold(letter.toUpperCase() + mark)).toBe(fold(letter + mark));
    }
  });

  it.each([
    ['letters', 'a'.repeat(262_144)],
    ['words', 'ab '.repeat(87_000)],
    ['marks', `e${'\u0301'.repeat(130_000)}`],
    ['marks of two kinds', `e${'\u0301'.repeat(65_000)}${'\u0323'.repeat(65_000)}`],
    ['half-width marks', `ｶ${'\uff9e'.repeat(65_000)}${'\u0323'.repeat(65_000)}`],
    ['Han', '東'.repeat(87_000)],
    ['mixed runs', 'é東a '.repeat(40_000)],
    ['lone surrogates', '\ud83d'.repeat(100_000)],
  ])('takes time in proportion to the text: %s', (_name, text) => {
    expect(leastCpuMs(() => contentWords(key, says(text)), 1_000)).toBeLessThan(1_000);
  });
});
