import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { RowBuffer } from './row-buffer.ts';

/** Reads a text as RowBinary defines it: a length in LEB128, then UTF-8. */
function readText(bytes: Buffer, from: number): { value: string; end: number } {
  let length = 0;
  let shift = 0;
  let at = from;
  for (;;) {
    const byte = bytes[at] ?? 0;
    at += 1;
    length |= (byte & 127) << shift;
    if (byte < 128) break;
    shift += 7;
  }
  return { value: bytes.toString('utf8', at, at + length), end: at + length };
}

describe('row buffer', () => {
  it('writes any text as its length and its UTF-8, whatever its length and characters', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.string({ minLength: 38, maxLength: 48 }),
      fc.string({ unit: 'grapheme', minLength: 38, maxLength: 48 }),
      fc.string({ minLength: 0, maxLength: 40_000, size: 'max' }),
    );
    fc.assert(
      fc.property(fc.array(text, { maxLength: 20 }), (texts) => {
        const rows = new RowBuffer(1);
        for (const value of texts) rows.text(value);
        const bytes = rows.taken();
        let at = 0;
        for (const value of texts) {
          const read = readText(bytes, at);
          expect(read.value).toBe(value.toWellFormed());
          at = read.end;
        }
        expect(at).toBe(rows.length);
      }),
    );
  });

  it('writes numbers, times before and after the epoch, maps and bytes', () => {
    const rows = new RowBuffer(1);
    rows.uint8(7);
    rows.uint32(0xffff_fffe);
    rows.float64(-0.1);
    rows.milliseconds(Date.UTC(2026, 10, 15));
    rows.milliseconds(-1);
    rows.textMap({ a: 'b' });
    rows.bytes(Uint8Array.of(0, 255));
    rows.uint64(2 ** 52 - 1);
    const bytes = rows.taken();
    expect(bytes.readUInt8(0)).toBe(7);
    expect(bytes.readUInt32LE(1)).toBe(0xffff_fffe);
    expect(bytes.readDoubleLE(5)).toBe(-0.1);
    expect(Number(bytes.readBigInt64LE(13))).toBe(Date.UTC(2026, 10, 15));
    expect(Number(bytes.readBigInt64LE(21))).toBe(-1);
    expect([...bytes.subarray(29, 37)]).toEqual([1, 1, 97, 1, 98, 2, 0, 255]);
    expect(bytes.readBigUInt64LE(37)).toBe(2n ** 52n - 1n);
  });

  it('can be cut back to a mark', () => {
    const rows = new RowBuffer(1);
    rows.text('kept');
    rows.rows += 1;
    const { length } = rows;
    rows.text('given up');
    rows.rows += 1;
    rows.truncate(length, 1);
    expect([rows.taken().toString(), rows.rows]).toEqual(['\u0004kept', 1]);
  });
});
