import { describe, expect, test } from 'vitest';
import { RubricError } from './evaluator.ts';
import { compile } from './index.ts';

const made = (rubric: string) => compile({ type: 'regex', rubric, scaleMin: 0, scaleMax: 1 });
const run = (rubric: string, output: string) => made(rubric)({ output, expectedOutput: null });

describe('regex', () => {
  test.each<[rubric: string, output: string, passes: boolean]>([
    ['a+', 'baab', true],
    ['a+', 'bbb', false],
    ['^a+$', 'aaa', true],
    ['^a+$', 'aaab', false],
    ['^a+$', 'aaa\n', false],
    ['^b$', 'a\nb\nc', false],
    ['(?m)^b$', 'a\nb\nc', true],
    ['hello', 'Hello', false],
    ['(?i)hello', 'HeLLo', true],
    ['a.c', 'a\nc', false],
    ['(?s)a.c', 'a\nc', true],
    ['\\d{3}-\\d{4}', 'call 555-1234 now', true],
    ['\\bcat\\b', 'concatenate', false],
    ['\\bcat\\b', 'the cat sat', true],
    ['^(?:yes|no)$', 'no', true],
    ['^(?:yes|no)$', 'maybe', false],
    ['\\p{Han}', '東京', true],
    ['\\p{Han}', 'Tokyo', false],
    ['\\pL', '123', false],
    ['^.$', '🚀', true],
    ['[^\\x00-\\x7F]', 'plain', false],
    ['[^\\x00-\\x7F]', 'naïve', true],
    ['(?P<year>\\d{4})', 'in 2026', true],
    ['(?<year>\\d{4})', 'in 2026', true],
    ['^$', '', true],
    ['^$', 'x', false],
    ['\\Aabc\\z', 'abc', true],
    ['\\Q.*\\E', 'a.*b', true],
    ['\\Q.*\\E', 'axb', false],
    ['[[:alpha:]]+', '12', false],
    ['x*', 'aaa', true],
    ['(a|ab)(c|bcd)', 'abcd', true],
    ['"score":\\s*[1-5]\\b', '{"score": 4}', true],
  ])('%s on %j: %s', (rubric, output, passes) => {
    expect(run(rubric, output)).toMatchObject({ passed: passes, score: passes ? 1 : 0 });
  });

  test('the reason says where it matches', () => {
    expect(run('b+', 'aabba').reasoning.message).toBe('The pattern matches characters 3 to 4 of the output.');
    expect(run('x*', 'aaa').reasoning.message).toBe('The pattern matches the empty text before character 1.');
    expect(run('x', 'aaa').reasoning.message).toBe('The pattern matches nowhere in the output.');
  });

  test.each<[rubric: string, what: RegExp, position: number | null]>([
    ['a(b', /missing closing \)/, 2],
    ['a(b[)]', /missing closing \)/, 2],
    ['a\\(b(c', /missing closing \)/, 5],
    ['a)b', /unexpected \)/, 2],
    ['ab[c', /missing closing \]/, 3],
    ['[z-a]', /invalid character class range/, 2],
    ['*a', /missing argument to repetition operator/, 1],
    ['a**', /invalid nested repetition operator/, 2],
    ['a{1001}', /invalid repeat count/, 2],
    ['(a{100}){100}', /invalid repeat count/, null],
    ['(a{100}){101}', /invalid repeat count/, 9],
    ['a\\', /trailing backslash/, 2],
    ['a\\y', /invalid escape sequence/, 2],
    ['(a)\\1', /invalid escape sequence/, 4],
    ['x(?=a)', /invalid or unsupported Perl syntax/, 2],
    ['x(?!a)', /invalid or unsupported Perl syntax/, 2],
    ['x(?<=a)', /invalid/, 2],
    ['(?P<n>a)(?P<n>b)', /duplicate capture group name/, 13],
    ['\\p{Klingon}', /invalid character class range/, 1],
  ])('%s does not compile: %s at %s', (rubric, what, position) => {
    let seen: unknown;
    try {
      made(rubric);
    } catch (error) {
      seen = error;
    }
    expect(seen).toBeInstanceOf(RubricError);
    expect(seen).toMatchObject({ message: expect.stringMatching(what), position });
  });
});
