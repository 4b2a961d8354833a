// What someone wrote: Markdown drawn or as sent. A long text begins with its first part.
import { useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Button } from '../button.tsx';
import { LazyMarkdown } from '../markdown/lazy-markdown.tsx';
import { kitTexts } from '../texts.ts';
import { beginningOf } from './beginning.ts';
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
