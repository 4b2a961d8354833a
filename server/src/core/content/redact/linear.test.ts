import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ATTACKS } from './attacks.ts';
import { redactText } from './redact-text.ts';

// CPU, not the clock: other work on the machine must not decide. A quadratic detector would need minutes for these texts.
const LENGTH = 262_144;
const MOST_MS = 1_500;
const HALF_LENGTH = LENGTH / 2;
const MOST_GROWTH = 2.5;
const ROUNDS = 8;
// Too short to be measured against another: mostly compilation and collection of garbage.
const MEASURABLE_MS = 8;

function cpuMs(text: string): number {
  const began = process.cpuUsage();
  redactText(text);
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1_000;
}

const SIGNS = ['@', '%40', ' ', '-', '.', ':', '::', '+', '(', ')', '/', '_', '=', ',', '\u00a0'];
const LETTERS = ['a', 'A', '1', '0', '41', '4111', 'tel ', '日', '０', 'sk-', 'ghp_', 'AKIA', 'eyJ'];
const WORDS = ['Bearer ', 'secret=', '-----BEGIN ', 'PRIVATE KEY-----'];
const PIECES = [...SIGNS, ...LETTERS, ...WORDS];

describe('redaction is linear', () => {
  it.each(Object.entries(ATTACKS))('%s', (_name, make) => {
    const text = make(LENGTH);
    const half = make(HALF_LENGTH);
    expect(text).toHaveLength(LENGTH);
    // Compiled by then.
    cpuMs(make(HALF_LENGTH / 8));
    let wholeMs = cpuMs(text);
    let halfMs = cpuMs(half);
    expect(wholeMs).toBeLessThan(MOST_MS);
    // The best of several rounds: a pause for garbage falls into one or the other.
    for (let round = 1; round < ROUNDS && wholeMs > MOST_GROWTH * halfMs; round += 1) {
      wholeMs = Math.min(wholeMs, cpuMs(text));
      halfMs = Math.min(halfMs, cpuMs(half));
    }
    expect(wholeMs).toBeLessThan(Math.max(MOST_GROWTH * halfMs, MEASURABLE_MS));
  });

  it('also when any few pieces of what is looked for are repeated', () => {
    const pieces = fc.constantFrom(...PIECES);
    fc.assert(
      fc.property(fc.array(pieces, { minLength: 1, maxLength: 8 }), (parts) => {
        const unit = parts.join('');
        const text = unit.repeat(Math.ceil(32_768 / unit.length));
        expect(cpuMs(text)).toBeLessThan(MOST_MS / 4);
      }),
      { numRuns: 200 },
    );
  });

  it('of any text: finds nothing twice, and keeps what is between the finds', () => {
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
