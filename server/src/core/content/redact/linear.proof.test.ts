import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { leastCpuMs } from '#test/support/cpu-time';
import { countSteps, isUnbounded } from '#test/support/count-steps';
import { ATTACKS } from './attacks.ts';
import { redactText } from './redact-text.ts';

const LENGTH = 32_768;
/** The maximum growth of the steps if the text is twice as long. A quadratic detector reaches four. */
const MAX_GROWTH = 2.2;
const MAX_STEPS_PER_CHARACTER = 64;
/** Finds loops over `text[index]`, which the steps do not show. A quadratic one would take minutes. */
const LONG = 262_144;
const MAX_MS = 1_500;

const SIGNS = ['@', '%40', ' ', '-', '.', ':', '::', '+', '(', ')', '/', '_', '=', ',', '\u00a0'];
const LETTERS = ['a', 'A', '1', '0', '41', '4111', 'tel ', '日', '０', 'sk-', 'ghp_', 'AKIA', 'eyJ'];
const WORDS = ['Bearer ', 'secret=', '-----BEGIN ', 'PRIVATE KEY-----'];
const PIECES = [...SIGNS, ...LETTERS, ...WORDS];

describe('redaction is linear', () => {
  it.each(Object.entries(ATTACKS))('%s', (_name, make) => {
    const whole = countSteps(() => redactText(make(LENGTH)));
    const half = countSteps(() => redactText(make(LENGTH / 2)));
    expect(make(LENGTH)).toHaveLength(LENGTH);
    expect(whole.count / half.count).toBeLessThan(MAX_GROWTH);
    expect(whole.count / LENGTH).toBeLessThan(MAX_STEPS_PER_CHARACTER);
    expect([...whole.moved].filter(isUnbounded)).toEqual([]);
    const long = make(LONG);
    expect(leastCpuMs(() => redactText(long), MAX_MS)).toBeLessThan(MAX_MS);
  });

  it('also for any repeated combination of pieces of matches', () => {
    const pieces = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (parts) => {
        const unit = parts.join('');
        const text = unit.repeat(Math.ceil(8_192 / unit.length));
        expect(countSteps(() => redactText(text)).count / text.length).toBeLessThan(
          2 * MAX_STEPS_PER_CHARACTER,
        );
      }),
      { numRuns: 200, seed: 5 },
    );
  });

  it('and changes only the matches, in any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const once = redactText(text);
        expect(once.text === text).toBe(Object.keys(once.counts).length === 0);
        const pieces = once.text.split(/\[[a-z_]+\]/);
        let at = 0;
        for (const piece of pieces) {
          at = text.indexOf(piece, at);
          expect(at).toBeGreaterThanOrEqual(0);
          at += piece.length;
        }
      }),
      { numRuns: 500 },
    );
  });
});
