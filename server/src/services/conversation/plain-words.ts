// The words of a Markdown text without its markup, for a line of a list.
import type * as Marked from 'marked';
import { load, once } from '#lib/later';

type Token = Marked.Token;

const marked = once(() => load('marked') as typeof Marked);

/** More than a line needs, even with links. */
const MAX_CHARS = 1_200;
/** The parser takes quadratic time for a paragraph with many marks. */
const MAX_MARKS = 300;
const MARK = /[*_~[\]`<!|\\]/g;
/** Ten quotes or lists inside each other on one line. */
const DEEP = /^(?: {0,3}(?:>|[-*+] |\d{1,9}[.)] )[ \t]?){10}/m;
/** A text without a match has no Markdown. */
const LOOKS_MARKED = /[*_~`|\\]|\]\(|^[ \t]*(?:#{1,6}|[-+>]|\d{1,9}[.)])[ \t]/m;

/** The beginning of a long text is enough. A text without markup is returned unchanged. */
export function plainWords(text: string): string {
  const begin = text.trimStart().slice(0, MAX_CHARS);
  if (!LOOKS_MARKED.test(begin) || DEEP.test(begin)) return text;
  if ((begin.match(MARK)?.length ?? 0) > MAX_MARKS) return text;
  try {
    const { Lexer } = marked();
    return wordsOf(new Lexer({ gfm: true, breaks: true }).lex(begin));
  } catch {
    return text;
  }
}

interface Cell {
  tokens: Token[];
}

const wordsOf = (tokens: readonly Token[]): string => tokens.map(wordsOfToken).join('');

function wordsOfToken(token: Token): string {
  switch (token.type) {
    case 'space':
    case 'br':
    case 'hr':
    case 'def':
      return ' ';
    case 'checkbox':
      return '';
    case 'html':
      return token.raw;
    case 'code':
    case 'codespan':
    case 'image':
      return isBlock(token) ? `${token.text} ` : token.text;
    case 'list': {
      const { items, ordered, start } = token as { items: Token[]; ordered: boolean; start: number | '' };
      return items
        .map((item, at) => `${ordered ? `${Number(start) + at}.` : '•'} ${wordsOfToken(item).trim()} `)
        .join('');
    }
    case 'table': {
      const { header, rows } = token as { header: Cell[]; rows: Cell[][] };
      return [header, ...rows]
        .map((row) => `${row.map(({ tokens }) => wordsOf(tokens)).join(' ')} `)
        .join('');
    }
    default: {
      const words = 'tokens' in token && token.tokens ? wordsOf(token.tokens) : textIn(token);
      return isBlock(token) ? `${words} ` : words;
    }
  }
}

const textIn = (token: Token): string => ('text' in token ? String(token.text) : token.raw);

const BLOCKS: ReadonlySet<string> = new Set(['paragraph', 'heading', 'blockquote', 'code', 'list_item']);
const isBlock = ({ type }: Token): boolean => BLOCKS.has(type);
