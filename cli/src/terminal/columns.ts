// Text in terminal columns: width, padding, cutting, wrapping. East Asian characters and emoji take two
// columns.
import { stripVTControlCharacters } from 'node:util';

const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u30FF\uFF01-\uFF60]/u;
/** Made on first use: it loads the rules of Unicode, which takes 20 ms. */
let segmenter: Intl.Segmenter | undefined;

function graphemesOf(text: string): string[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(segmenter.segment(text), ({ segment }) => segment);
}

const columnsOf = (grapheme: string): number => (WIDE.test(grapheme) ? 2 : 1);

export function widthOf(text: string): number {
  let width = 0;
  for (const grapheme of graphemesOf(stripVTControlCharacters(text))) width += columnsOf(grapheme);
  return width;
}

export const padded = (text: string, width: number): string =>
  text + ' '.repeat(Math.max(0, width - widthOf(text)));

export const paddedLeft = (text: string, width: number): string =>
  ' '.repeat(Math.max(0, width - widthOf(text))) + text;

/** Cuts a text without colours to the width and marks the cut with …. */
export function cut(text: string, width: number): string {
  return widthOf(text) <= width ? text : `${firstColumns(text, width - 1)}…`;
}

function firstColumns(text: string, width: number): string {
  let taken = '';
  let used = 0;
  for (const grapheme of graphemesOf(text)) {
    used += columnsOf(grapheme);
    if (used > width) break;
    taken += grapheme;
  }
  return taken;
}

/** Lines of at most `width` columns, broken between words, or inside words that are too long. */
export function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (let word of text.split(/\s+/).filter((word) => word !== '')) {
    if (line !== '' && widthOf(line) + 1 + widthOf(word) > width) {
      lines.push(line);
      line = '';
    }
    while (widthOf(word) > width) {
      const start = firstColumns(word, width);
      if (start === '') break;
      lines.push(start);
      word = word.slice(start.length);
    }
    line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * Makes foreign names and messages safe for one line: no control characters, no bidirectional overrides, and
 * no `##[…]`, which CI logs would interpret.
 */
export function plain(text: string): string {
  return stripVTControlCharacters(text.toWellFormed())
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .replaceAll(/[\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/g, '')
    .replaceAll('##[', '# #[')
    .trim();
}
