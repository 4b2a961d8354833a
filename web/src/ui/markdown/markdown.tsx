// Markdown as React elements. HTML in the text stays text, and nothing is loaded from elsewhere without a
// click. Loaded on demand, with the parser.
import type { Token, Tokens } from 'marked';
import { useMemo, type ReactNode } from 'react';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { CodeBlock } from '../code-block.tsx';
import { MediaView } from '../conversation/media-view.tsx';
import { PlainText } from '../conversation/plain-text.tsx';
import { conversationTexts } from '../conversation/texts.ts';
import { tokensOf } from './parse.ts';

const SAFE = new Set(['http:', 'https:', 'mailto:']);

/**
 * The address of a link that may be followed; null for scripts, data, files and addresses without a scheme.
 */
function safeLink(href: string): string | null {
  if (!URL.canParse(href)) return null;
  const url = new URL(href);
  return SAFE.has(url.protocol) ? url.href : null;
}

// Character references that models write in running text: `&lt;`, `&#39;`, `&nbsp;`. Others stay as they are.
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
};
const REFERENCE = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g;

const decoded = (text: string): string =>
  text.replaceAll(REFERENCE, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return (Object.hasOwn(NAMED, name) ? NAMED[name] : null) ?? whole;
    const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
    return isCharacter ? String.fromCodePoint(code) : whole;
  });

/** Deeper nesting is shown as it was sent. */
const MAX_DEPTH = 16;

export function Markdown({ text }: { text: string }) {
  const tokens = useMemo(() => tokensOf(text), [text]);
  if (tokens === null) return <PlainText text={text} />;
  return (
    <div className="grid min-w-0 grid-cols-1 gap-2">
      <Elements tokens={tokens} depth={0} />
    </div>
  );
}

interface ElementsProps {
  tokens: readonly Token[] | undefined;
  depth: number;
}

const NONE: readonly Token[] = [];

function Elements({ tokens = NONE, depth }: ElementsProps): ReactNode {
  if (depth > MAX_DEPTH) return tokens.map(({ raw }) => raw).join('');
  return tokens.map((token, at) => <Element key={at} token={token as Tokens.Generic} depth={depth + 1} />);
}

/** A heading in a message is not a heading of the page. */
const HEADINGS = ['text-xl', 'text-lg', 'text-base', 'text-base', 'text-sm', 'text-sm'] as const;

function Element({ token, depth }: { token: Tokens.Generic; depth: number }): ReactNode {
  const inner = <Elements tokens={token.tokens} depth={depth} />;
  switch (token.type) {
    case 'space':
    case 'def':
      return null;
    case 'heading':
      return (
        <p
          className={classNames(
            'mt-1 font-semibold first:mt-0',
            HEADINGS[(token as Tokens.Heading).depth - 1],
          )}
        >
          {inner}
        </p>
      );
    case 'paragraph':
      return <p className="min-w-0">{inner}</p>;
    case 'blockquote':
      return <blockquote className="grid min-w-0 gap-2 border-l-2 pl-3 text-muted">{inner}</blockquote>;
    case 'list':
      return <List list={token as Tokens.List} depth={depth} />;
    case 'checkbox':
      return <Checkbox isDone={(token as Tokens.Checkbox).checked} />;
    case 'table':
      return <TableView table={token as Tokens.Table} depth={depth} />;
    case 'code':
      return <Code code={token as Tokens.Code} />;
    case 'hr':
      return <hr className="my-1" />;
    case 'strong':
      return <strong className="font-semibold">{inner}</strong>;
    case 'em':
      return <em>{inner}</em>;
    case 'del':
      return <del>{inner}</del>;
    case 'codespan':
      return (
        <code className="rounded-sm bg-hover px-1 py-px font-mono text-sm break-words">
          {(token as Tokens.Codespan).text}
        </code>
      );
    case 'br':
      return <br />;
    case 'link':
      return <LinkView link={token as Tokens.Link}>{inner}</LinkView>;
    case 'image': {
      const { href, text } = token as Tokens.Image;
      return <MediaView media={{ kind: 'media', type: 'image', url: href }} alt={text} />;
    }
    case 'html':
      return <Html html={token as Tokens.HTML} />;
    case 'escape':
    case 'text':
      return token.tokens ? inner : decoded((token as Tokens.Text).text);
    default:
      return token.raw;
  }
}

/** In the cells of tables, models break lines by a tag. Any other tag is text. */
function Html({ html: { raw, block } }: { html: Tokens.HTML }) {
  if (/^<br\s*\/?>\s*$/i.test(raw)) return <br />;
  return block ? <p className="font-mono text-sm whitespace-pre-wrap">{raw.trimEnd()}</p> : raw;
}

function LinkView({ link: { href, raw }, children }: { link: Tokens.Link; children: ReactNode }) {
  const url = safeLink(href);
  if (url === null) return raw;
  return (
    <a
      href={url}
      title={url}
      target="_blank"
      rel="noreferrer noopener"
      className="text-accent underline underline-offset-3 break-words"
    >
      {children}
    </a>
  );
}

function Code({ code: { lang = '', text } }: { code: Tokens.Code }) {
  const texts = useTexts(conversationTexts);
  const [language = ''] = lang.split(/\s/);
  return <CodeBlock label={language.slice(0, 40) || texts.code} code={text} />;
}

function List({ list: { ordered, start, items, loose }, depth }: { list: Tokens.List; depth: number }) {
  const look = classNames('grid min-w-0 pl-5', loose ? 'gap-2' : 'gap-0.5');
  const lines = items.map((item, at) => (
    <li key={at} className={classNames('min-w-0', item.task && '-ml-5 list-none')}>
      <Elements tokens={item.tokens} depth={depth} />
    </li>
  ));
  if (!ordered) return <ul className={classNames(look, 'list-disc')}>{lines}</ul>;
  return (
    <ol start={Number(start) || 1} className={classNames(look, 'list-decimal')}>
      {lines}
    </ol>
  );
}

function Checkbox({ isDone }: { isDone: boolean }) {
  const texts = useTexts(conversationTexts);
  return (
    <span role="img" aria-label={isDone ? texts.done : texts.notDone} className="mr-1.5">
      {isDone ? '☑' : '☐'}
    </span>
  );
}

function TableView({ table: { header, rows }, depth }: { table: Tokens.Table; depth: number }) {
  const texts = useTexts(conversationTexts);
  const cellOf = (cell: Tokens.TableCell) => <Elements tokens={cell.tokens} depth={depth} />;
  const style = ({ align }: Tokens.TableCell) => ({ textAlign: align ?? ('left' as const) });
  return (
    <div
      tabIndex={0}
      role="region"
      aria-label={texts.table}
      className="max-h-[60vh] max-w-full overflow-auto rounded-md border ring-inside"
    >
      <table className="w-full border-collapse text-sm">
        <thead className="bg-sunken">
          <tr className="border-b">
            {header.map((cell, at) => (
              <th key={at} scope="col" style={style(cell)} className="px-3 py-1.5 font-semibold">
                {cellOf(cell)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at} className="border-b last:border-b-0">
              {row.map((cell, column) => (
                <td key={column} style={style(cell)} className="px-3 py-1.5 align-top">
                  {cellOf(cell)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
