import { describe, expect, it, vi } from 'vitest';

// The texts import the language module, which listens for changes in other tabs.
vi.stubGlobal('window', new EventTarget());
const { beginningOf } = await import('./words.tsx');
vi.unstubAllGlobals();

const most = { chars: 1_000, lines: 20 };
const lines = (count: number) => Array.from({ length: count }, (_, at) => `line ${at}`).join('\n');

describe('the beginning of a text', () => {
  it('is the whole text if it is short, or hardly longer', () => {
    for (const text of ['', 'a', lines(20), lines(22), 'x'.repeat(1_100)])
      expect(beginningOf(text, most)).toBe(text);
  });

  it('ends after the last line that fits', () => {
    expect(beginningOf(lines(40), most)).toBe(lines(20));
    const wide = `${'x'.repeat(700)}\n${'y'.repeat(700)}`;
    expect(beginningOf(wide, most)).toBe('x'.repeat(700));
  });

  it('is cut in a long line, never inside a character', () => {
    expect(beginningOf('x'.repeat(5_000), most)).toHaveLength(1_000);
    expect(beginningOf(`a${'😀'.repeat(2_000)}`, most).isWellFormed()).toBe(true);
  });
});
