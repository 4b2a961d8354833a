import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { GLOB_CASES, GLOB_MODELS } from '#test/oracles/glob-cases';
import { compileGlob, matchesGlob as matches } from './glob.ts';

/** A direct implementation of the definition, slow and obvious. */
function plainly(pattern: readonly string[], text: readonly string[]): boolean {
  const [first, ...rest] = pattern;
  if (first === undefined) return text.length === 0;
  if (first === '*') return plainly(rest, text) || (text.length > 0 && plainly(pattern, text.slice(1)));
  return text.length > 0 && (first === '?' || first === text[0]) && plainly(rest, text.slice(1));
}

describe('globs', () => {
  it.each([
    ['gpt-4*', 'GPT-4o-mini', true],
    ['gpt-4*', 'gpt-3', false],
    ['*', '', true],
    ['**', 'x', true],
    ['?', '🚀', true],
    ['?', '', false],
    ['*mini', 'gpt-4o-MINI', true],
    ['*4o*', 'gpt-4o-mini', true],
    ['gpt-?o', 'gpt-4o', true],
    ['gpt-?o', 'gpt-44o', false],
    ['claude-*-2024*', 'claude-3-opus-20240229', true],
    ['a.c', 'abc', false],
    ['[ab]', 'a', false],
    ['a\\*', 'a\\b', true],
    ['über*', 'überall', true],
    ['ÜBER', 'über', false],
    ['ab*ba', 'aba', false],
    ['ab*ba', 'abba', true],
    ['*', '*', true],
    ['*?', '', false],
    ['a**', 'a', true],
    ['g?t', 'gpt-4', false],
    ['a*b*c', 'aXbYbZc', true],
    ['a*b*c', 'aXbYbZ', false],
    ['', 'x', false],
  ])('%s on %s: %s', (pattern, text, expected) => {
    expect(matches(pattern, text)).toBe(expected);
  });

  it.each(GLOB_CASES)('%s: matches the same models as the record engine', (pattern, expected) => {
    expect(GLOB_MODELS.filter((model) => matches(pattern, model))).toEqual(expected);
  });

  it('agrees with the plain definition', () => {
    let seed = 7;
    const random = (below: number) => (seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648) % below;
    const word = (letters: string, most: number) =>
      Array.from({ length: random(most) }, () => letters[random(letters.length)] ?? '');
    for (let round = 0; round < 3_000; round += 1) {
      const pattern = word('ab*?', 9);
      const text = word('ab', 9);
      expect([pattern.join(''), text.join(''), matches(pattern.join(''), text.join(''))]).toEqual([
        pattern.join(''),
        text.join(''),
        plainly(pattern, text),
      ]);
    }
  });

  it('accepts patterns with more states than a word has bits', () => {
    const long = 'ab'.repeat(49);
    expect(matches(`?${long}*?`, `x${long}yz`)).toBe(true);
    expect(matches(`?${long}*?`, `x${long}`)).toBe(false);
    expect(matches(`${'?'.repeat(64)}*x`, 'x'.repeat(65))).toBe(true);
    expect(matches(`${'?'.repeat(64)}*x`, 'x'.repeat(64))).toBe(false);
  });

  it('is not slowed down by a hostile pattern', () => {
    const evil = compileGlob(`${'*a'.repeat(99)}b`);
    const text = 'a'.repeat(200);
    // A backtracking matcher would never return.
    const rounds = () => {
      for (let round = 0; round < 1_000; round += 1) evil(text);
    };
    expect(leastCpuMs(rounds, 1_000)).toBeLessThan(1_000);
  });
});
