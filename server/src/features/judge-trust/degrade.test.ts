import { describe, expect, it } from 'vitest';
import { DEGRADATIONS, degrade, type AnsweredCall } from './degrade.ts';
import { negated } from './negate.ts';
import { wordLikeness, wordPiecesOf } from './words.ts';

const call = (callId: string, input: string, output: string): AnsweredCall => ({ callId, input, output });

const paris = call(
  'call-1',
  'What is the capital of France?',
  'The capital of France is Paris. It is on the Seine, and it was the seat of kings for centuries.',
);
const kyoto = call(
  'call-2',
  '京都の見どころを教えてください。',
  '京都には古いお寺がたくさんあります。清水寺は特に有名です。春には桜がとても美しく、多くの人が訪れます。',
);
const recursion = call(
  'call-3',
  'Explain recursion to a beginner.',
  'A recursive function calls itself with a smaller problem until the answer is obvious, then combines the results.',
);
const all = [paris, kyoto, recursion];

const words = (text: string) =>
  wordPiecesOf(text)
    .filter(({ isWord }) => isWord)
    .map(({ text: word }) => word);

describe.each(all)('an answer: $callId', (answered) => {
  it.each(DEGRADATIONS)('%s: changes the text, always in the same way', (kind) => {
    const made = degrade(kind, answered, all);
    expect(made).toEqual(expect.any(String));
    expect(made).not.toBe(answered.output);
    expect(degrade(kind, { ...answered }, [...all])).toBe(made);
  });
});

describe('truncated', () => {
  it('keeps a beginning that ends mid-text', () => {
    const made = degrade('truncated', paris, all) ?? '';
    expect(paris.output.startsWith(made)).toBe(true);
    expect([made.length <= paris.output.length * 0.2, made.length > 10]).toEqual([true, true]);
    expect(degrade('truncated', kyoto, all)).toBe('京都には古いお寺がた');
  });

  it('does not cut a character in two', () => {
    const family = '👩‍👩‍👧';
    expect(degrade('truncated', call('x', '', family.repeat(50)), [])).toBe(family.repeat(10));
  });

  it('has nothing to cut from a short answer', () => {
    expect(degrade('truncated', call('x', '', 'Paris is the capital.'), [])).toBeNull();
  });
});

describe('shuffled', () => {
  it.each([paris, kyoto])('has all the words, most of them elsewhere: $callId', (answered) => {
    const made = degrade('shuffled', answered, all) ?? '';
    const [before, after] = [words(answered.output), words(made)];
    expect(after.toSorted()).toEqual(before.toSorted());
    expect(after.filter((word, at) => word !== before[at]).length).toBeGreaterThanOrEqual(before.length / 2);
  });

  it('has a different order for each call', () => {
    expect(degrade('shuffled', { ...paris, callId: 'other' }, all)).not.toBe(degrade('shuffled', paris, all));
  });

  it.each(['Paris.', 'Yes, it is.', '42 42 42 42 42 42 42', 'はい、そうです。', '- - - - - - - - -'])(
    'ignores a text with hardly any words: %s',
    (output) => expect(degrade('shuffled', call('x', '', output), [])).toBeNull(),
  );
});

describe('swapped', () => {
  it('is the least similar answer to another question', () => {
    const near = call('call-4', 'What is the capital of Spain?', 'The capital of Spain is Madrid.');
    expect(degrade('swapped', paris, [paris, near, kyoto])).toBe(kyoto.output);
    expect(degrade('swapped', kyoto, all)).not.toBe(kyoto.output);
  });

  it('needs an answer to another question', () => {
    expect(degrade('swapped', paris, [paris])).toBeNull();
    const same = { ...paris, callId: 'call-5', output: 'Paris, without any doubt.' };
    expect(degrade('swapped', paris, [paris, same])).toBeNull();
    expect(degrade('swapped', paris, [call('call-6', 'Something else', '  ')])).toBeNull();
  });
});

describe('negated', () => {
  it.each([
    ['The sky is blue.', 'The sky is not blue.'],
    ['The sky is not blue.', 'The sky is blue.'],
    ['You can restart it; it won’t hurt.', 'You can not restart it; it will hurt.'],
    ["It doesn't work and can't be fixed.", 'It does work and can be fixed.'],
    ["It's safe.", "It's not safe."],
    ['Yes, that is correct.', 'No, that is not incorrect.'],
    ['No, this never happens.', 'Yes, this always happens.'],
    ['清水寺は有名です。', '清水寺は有名ではありません。'],
    ['営業していません。', '営業しています。'],
    ['行きました。', '行きませんでした。'],
    ['はい、できます。', 'いいえ、できません。'],
    ['これは簡単ではない。', 'これは簡単である。'],
  ])('%s', (text, contrary) => {
    expect(negated(text)).toBe(contrary);
  });

  it('a double negation cancels out, and an adverb is not a verb', () => {
    expect(negated('これは良くないです。')).toBeNull();
    expect(negated('ますます暑い。')).toBeNull();
  });

  it('is null if most of the text would stay the same', () => {
    expect(negated('Restart it. Press the button. Wait a minute. It is done.')).toBeNull();
    expect(negated('Der Himmel leuchtet blau.')).toBeNull();
    expect(negated('{"answer": 42}')).toBeNull();
  });
});

describe('off_language', () => {
  it('is in a different script than the answer', () => {
    expect(degrade('off_language', paris, all)).toMatch(/[ぁ-ん]/);
    expect(degrade('off_language', kyoto, all)).not.toMatch(/[ぁ-ん]/);
    const quoting = { ...paris, output: `${paris.output} In Japanese it is called パリ.` };
    expect(degrade('off_language', quoting, all)).toMatch(/[ぁ-ん]/);
  });

  it('has about the length of the answer, within a limit', () => {
    const long = degrade('off_language', { ...paris, output: paris.output.repeat(100) }, all) ?? '';
    expect([long.length >= 1_200, long.length < 1_400]).toEqual([true, true]);
    expect(degrade('off_language', call('x', '', '42'), all)).toBeNull();
  });
});

it('emptied is empty; an empty answer cannot get worse', () => {
  expect(degrade('emptied', paris, all)).toBe('');
  for (const kind of DEGRADATIONS) expect(degrade(kind, call('x', 'Hello?', ' \n'), all)).toBeNull();
});

it('similarity compares words', () => {
  expect(wordLikeness('The cat sat.', 'the CAT sat')).toBe(1);
  expect(wordLikeness('The cat sat.', 'A dog ran.')).toBe(0);
  expect(wordLikeness('', '')).toBe(1);
});
