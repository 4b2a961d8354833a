// What someone wrote: Markdown drawn or as sent. A long text begins with its first part.
import { useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button } from '../button.tsx';
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx';
import { kitTexts } from '../texts.ts';
import { PlainText } from './plain-text.tsx';
import { useTextMode } from './text-mode.tsx';
import { conversationTexts } from './texts.ts';

interface WordsProps {
  text: string;
  quiet?: boolean;
  /** Markdown is for people and models; what programs return is text. */
  plain?: boolean;
  /** How much of a long text to show at first. */
  most?: { chars: number; lines: number };
}

const MOST = { chars: 6_000, lines: 300 };

export function Words({ text, quiet = false, plain = false, most = MOST }: WordsProps) {
  const texts = useTexts(conversationTexts);
  const kit = useTexts(kitTexts);
  const format = useFormat();
  const mode = useTextMode();
  const [whole, setWhole] = useState(false);
  const begin = beginningOf(text, most);
  const shown = whole ? text : begin;
  const lines = text.split('\n').length;
  return (
    <div
      className={classNames('grid min-w-0 max-w-3xl grid-cols-1 gap-2 break-words', quiet && 'text-muted')}
    >
      {plain || mode === 'sent' ? <PlainText text={shown} isCode={plain} /> : <LazyMarkdown text={shown} />}
      {begin.length < text.length && (
        <div>
          <Button look="quiet" size="small" aria-expanded={whole} onClick={() => setWhole(!whole)}>
            {whole
              ? kit.showLess
              : lines > most.lines
                ? kit.showLines(format.count(lines))
                : texts.showWhole(format.count(text.length))}
          </Button>
        </div>
      )}
    </div>
  );
}

/**
 * The first lines of a long text, cut at the end of a line where one is near. A text that is hardly longer
 * stays whole.
 */
export function beginningOf(text: string, most: { chars: number; lines: number }): string {
  let end = -1;
  for (let line = 0; line < most.lines; line += 1) {
    end = text.indexOf('\n', end + 1);
    if (end < 0) break;
  }
  const byLines = end < 0 ? text.length : end;
  if (byLines <= most.chars) return text.length - byLines < most.chars / 20 ? text : text.slice(0, byLines);
  if (text.length <= most.chars * 1.1) return text;
  const lineEnd = text.lastIndexOf('\n', most.chars);
  const cut = lineEnd > most.chars / 2 ? lineEnd : most.chars;
  // Half of a surrogate pair is not a character.
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(cut - 1)) ? cut - 1 : cut);
}
