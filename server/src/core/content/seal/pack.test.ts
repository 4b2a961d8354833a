import { zstdDecompressSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MAX_PACKED_CHARACTERS, packContent } from './pack.ts';

const opened = (text: string): string => {
  const { bytes, isFrame } = packContent(text);
  return (isFrame ? zstdDecompressSync(bytes) : bytes).toString();
};

const PROSE =
  'The customer asks why the invoice of 2026-05-31 shows 1,249.00 instead of 1,199.00. According to the documentation, version 2.14.3 changed the default timeout to 30 seconds. ';

describe('packed text', () => {
  it('is decompressed by zstd to the same text', () => {
    const part = fc.oneof(
      {
        weight: 4,
        arbitrary: fc.constantFrom(
          PROSE,
          PROSE.toUpperCase(),
          '{"role":"user","content":"',
          ' — “it”’s ',
          '日本語',
          'Привет',
        ),
      },
      fc.string({ unit: 'binary', maxLength: 20 }),
      fc.string({ unit: 'grapheme', maxLength: 20 }),
    );
    const text = fc
      .array(part, { maxLength: 60 })
      .map((parts) => parts.join('').slice(0, MAX_PACKED_CHARACTERS).toWellFormed());
    fc.assert(
      fc.property(text, (content) => {
        expect(opened(content)).toBe(content);
      }),
      { numRuns: 200 },
    );
  });

  it.each([0, 1, 383, 384, 385, 386, 387, 511, 1_023, 1_024, 4_095, 4_096])('of %i characters', (length) => {
    const prose = PROSE.repeat(30).slice(0, length);
    expect(opened(prose)).toBe(prose);
    expect(opened('語'.repeat(length))).toBe('語'.repeat(length));
    expect(opened('a'.repeat(length))).toBe('a'.repeat(length));
  });

  it('has a code for every byte that text can have', () => {
    for (let code = 0; code < 0x11_0000; code += code < 0x800 ? 1 : 229) {
      if (code >= 0xd800 && code < 0xe000) continue;
      const text = PROSE.repeat(4) + String.fromCodePoint(code).repeat(3);
      expect(packContent(text).isFrame).toBe(true);
      expect(opened(text)).toBe(text);
    }
  });

  it('takes about two thirds of the size of prose, and never more than the text', () => {
    expect(packContent(PROSE.repeat(17)).bytes.length).toBeLessThan(PROSE.length * 17 * 0.69);
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 2_000, size: 'max' }), (text) => {
        expect(packContent(text).bytes.length).toBeLessThanOrEqual(Buffer.byteLength(text));
      }),
    );
  });
});
