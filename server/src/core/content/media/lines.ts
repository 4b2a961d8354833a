// Base64 in lines, as MIME and many encoders write it. Only lines of one length are read, so that they can be written again
// as they were.

type LineEnd = 'lf' | 'crlf';

/** Part of a reference. */
export interface Lines {
  lineLength?: number;
  lineEnd?: LineEnd;
  /** The last line has an end too. */
  endsLine?: true;
}

const MIN_LENGTH = 60;
/** Texts are looked at in longer steps, so the last line is never the first that is found. */
const MAX_LENGTH = 500;

const isLineLength = (length: unknown): length is number =>
  Number.isInteger(length) && Number(length) >= MIN_LENGTH && Number(length) <= MAX_LENGTH;

export const isBase64 = (code: number): boolean =>
  (code >= 97 && code <= 122) ||
  (code >= 65 && code <= 90) ||
  (code >= 48 && code <= 57) ||
  code === 43 ||
  code === 47 ||
  code === 45 ||
  code === 95;

/** In a text of JSON, a line end is a letter after backslashes: 16 where JSON is five texts deep. */
const LINE_END = /\r?\n|(\\{1,16})r\1n|\\{1,16}n/y;

const lineEndAt = (text: string, at: number): string | null => {
  LINE_END.lastIndex = at;
  return LINE_END.exec(text)?.[0] ?? null;
};

/** The place itself, or the first one after the line end that it is in. */
export function afterLineEnd(text: string, at: number): number {
  let from = at;
  while (from > 0 && at - from < 32 && /[\\\r\nrn]/.test(text.charAt(from))) from -= 1;
  for (; from <= at; from += 1) {
    const end = lineEndAt(text, from);
    if (end !== null && from + end.length > at) return from + end.length;
  }
  return at;
}

interface Block {
  start: number;
  /** Without the end of the last line, unless `lines` has it. */
  end: number;
  lines: Lines;
  /** As it is written here. */
  lineEnd: string;
}

/** Lines of base64 around a line whose beginning may include the letter of a line end. */
export function linesAround(text: string, line: { start: number; end: number }, from: number): Block | null {
  const lineEnd = lineEndAt(text, line.end);
  if (lineEnd === null) return null;
  let { start } = line;
  // What looks like its first letter may be the last one of an escaped line end.
  if (lineEnd.startsWith('\\') && text.startsWith(lineEnd, start + 1 - lineEnd.length)) start += 1;
  const lineLength = line.end - start;
  if (!isLineLength(lineLength)) return null;
  for (;;) {
    const before = start - lineEnd.length - lineLength;
    if (before < from || !text.startsWith(lineEnd, before + lineLength)) break;
    if (runLength(text, before, lineLength) < lineLength) break;
    start = before;
  }
  let { end } = line;
  while (text.startsWith(lineEnd, end)) {
    const next = runLength(text, end + lineEnd.length, lineLength + 1);
    if (next === 0 || next > lineLength) break;
    end += lineEnd.length + next;
    if (next < lineLength) break;
  }
  for (let pads = 0; pads < 2 && text.charCodeAt(end) === 61; pads += 1) end += 1;
  const after = end + lineEnd.length;
  const endsLine =
    text.startsWith(lineEnd, end) && (after === text.length || /["\\]/.test(text.charAt(after)));
  return {
    start,
    end: endsLine ? after : end,
    lines: { lineLength, lineEnd: /[r\r]/.test(lineEnd) ? 'crlf' : 'lf', ...(endsLine && { endsLine }) },
    lineEnd,
  };
}

function runLength(text: string, from: number, most: number): number {
  let length = 0;
  while (length < most && isBase64(text.charCodeAt(from + length))) length += 1;
  return length;
}

/** `escape`: the backslashes before the letters of a line end in a text of JSON; '' elsewhere. */
export const lineEndOf = ({ lineEnd }: Lines, escape: string): string =>
  (lineEnd === 'crlf' ? ['r', 'n'] : ['n'])
    .map((letter) => (escape === '' ? { r: '\r', n: '\n' }[letter] : escape + letter))
    .join('');

/** Writes base64 piece by piece: each in lines, and what comes after the last one. Clients may have written the reference. */
export function lineWriter(
  { lineLength, endsLine }: Lines,
  lineEnd: string,
): { line: (base64: string) => string; end: string } {
  if (!isLineLength(lineLength)) return { line: (base64) => base64, end: '' };
  let column = 0;
  const line = (base64: string): string => {
    const lines: string[] = [];
    for (let from = 0; from < base64.length;) {
      if (column === lineLength) {
        lines.push(lineEnd);
        column = 0;
      }
      const some = base64.slice(from, from + lineLength - column);
      lines.push(some);
      column += some.length;
      from += some.length;
    }
    return lines.join('');
  };
  return { line, end: endsLine === true ? lineEnd : '' };
}
