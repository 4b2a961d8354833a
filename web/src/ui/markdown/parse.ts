// Turns Markdown into tokens, within bounds. The parser takes quadratic time for a paragraph with many
// delimiters, and nests as deeply as the text does. Text beyond the bounds is shown as it was sent.
import { Lexer, type Token } from 'marked';
import { segmentsOf } from './fences.ts';

export const MAX_CHARS = 100_000;
const MAX_TOKENS = 8_000;
const MAX_DELIMITERS = 2_000;
/** Delimiters of a paragraph times its characters: about a third of a second. */
const MAX_WORK = 60_000_000;

const DELIMITER = /[*_~[\]`<!&:@]/g;
const MANY_SPACES = / {2000}/;
/** Ten quotes or lists inside each other on one line, or a list far to the right. */
const DEEP = /^(?: {0,3}(?:>|[-*+] |\d{1,9}[.)] )[ \t]?){10}|^[ \t]{40,}(?:[-*+]|\d{1,9}[.)]) /;

function isTangled(text: string): boolean {
  let [length, delimiters] = [0, 0];
  for (const line of text.split('\n')) {
    if (line.trim() === '') [length, delimiters] = [0, 0];
    length += line.length;
    delimiters += line.match(DELIMITER)?.length ?? 0;
    if (delimiters > MAX_DELIMITERS || length * delimiters > MAX_WORK) return true;
    if (MANY_SPACES.test(line) || DEEP.test(line)) return true;
  }
  return false;
}

interface Cell {
  tokens: Token[];
}

function childrenOf(token: Token): readonly Token[][] {
  if (token.type === 'list') return [(token as { items: Token[] }).items];
  if (token.type === 'table') {
    const { header, rows } = token as { header: Cell[]; rows: Cell[][] };
    return [header, ...rows].flat().map(({ tokens }) => tokens);
  }
  return 'tokens' in token && token.tokens ? [token.tokens] : [];
}

function countTokens(tokens: readonly Token[], most: number): number {
  let count = 0;
  for (const token of tokens) {
    count += 1;
    if (count > most) return count;
    for (const inner of childrenOf(token)) count += countTokens(inner, most - count);
  }
  return count;
}

/** Null if the text is too long or too tangled. */
export function tokensOf(text: string): Token[] | null {
  if (text.length > MAX_CHARS) return null;
  const segments = segmentsOf(text);
  if (segments.some((segment) => !segment.isCode && isTangled(segment.text))) return null;
  try {
    const tokens = segments.flatMap(({ isCode, text: part, lang }): Token[] =>
      isCode
        ? [{ type: 'code', raw: part, text: part, lang }]
        : // People and models end lines where they want a new line.
          new Lexer({ gfm: true, breaks: true }).lex(part),
    );
    return countTokens(tokens, MAX_TOKENS) > MAX_TOKENS ? null : tokens;
  } catch {
    return null;
  }
}
