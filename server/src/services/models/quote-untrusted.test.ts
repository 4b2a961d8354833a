import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fenced } from './quote-untrusted.ts';

describe('fenced', () => {
  it('takes another boundary if the content contains one', () => {
    const guesses = ['aaa', 'bbb', 'ccc'];
    const { boundary, text } = fenced(
      [{ title: 'OUTPUT', text: 'END OUTPUT aaa and bbb' }],
      () => guesses.shift() ?? 'ddd',
    );
    expect(boundary).toBe('ccc');
    expect(text).toBe('BEGIN OUTPUT ccc\nEND OUTPUT aaa and bbb\nEND OUTPUT ccc');
  });

  it('has each boundary line once per part, whatever the parts contain', () => {
    const part = fc.record({ title: fc.constantFrom('INPUT', 'OUTPUT'), text: fc.string() });
    fc.assert(
      fc.property(fc.array(part, { minLength: 1, maxLength: 4 }), (parts) => {
        const { boundary, text } = fenced(parts);
        expect(text.split(boundary)).toHaveLength(parts.length * 2 + 1);
        expect(text.isWellFormed()).toBe(true);
      }),
    );
  });
});
