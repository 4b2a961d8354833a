// Input and output of a call or a trace in a few words, for lists.
import type { ReactNode } from 'react';
import type { NamedTrace, PreviewData } from '#api';
import { useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { listTexts } from './list/texts.ts';

const MOST = 18;

/** The last words before a search hit: few enough that a narrow column shows the hit itself. */
export function wordsBefore(text: string): string {
  const characters = Array.from(text);
  if (characters.length <= MOST) return text;
  const end = characters.slice(-MOST).join('');
  const space = end.indexOf(' ');
  return `…${space >= 0 && space < end.length - 1 ? end.slice(space + 1) : end}`;
}

function NotStored() {
  const texts = useTexts(listTexts);
  return <span className="text-muted">{texts.notStored}</span>;
}

interface PreviewTextProps {
  preview: PreviewData | undefined;
  part: 'input' | 'output';
}

/** One of the two, in one line. */
export function PreviewLine({ preview, part }: PreviewTextProps) {
  if (preview?.stored === false) return <NotStored />;
  const text = preview?.[part] ?? '';
  return text === '' ? <span className="text-muted">–</span> : <span title={text}>{text}</span>;
}

/** The input, and the output in a second line. */
export function PreviewLines({ preview }: { preview: PreviewData | undefined }) {
  const texts = useTexts(listTexts);
  if (preview?.stored === false) return <NotStored />;
  return (
    <span className="grid min-w-0">
      <span className="truncate">
        <span className="sr-only">{texts.input} </span>
        <PreviewLine preview={preview} part="input" />
      </span>
      <span className="truncate text-muted">
        <span aria-hidden>→ </span>
        <span className="sr-only">{texts.output} </span>
        <PreviewLine preview={preview} part="output" />
      </span>
    </span>
  );
}

interface NameAndIdProps {
  /** Null while only the id is known. */
  name: string | null;
  id: string;
  /** Beside the id. */
  children?: ReactNode;
}

/** Names a thing by what was said, with its id below. */
export function NameAndId({ name, id, children }: NameAndIdProps) {
  return (
    <span className="grid min-w-0 font-medium">
      {name !== null && (
        <span className="truncate" title={name}>
          {name}
        </span>
      )}
      <span className="flex min-w-0 items-baseline gap-2">
        <span
          className={classNames(
            'truncate font-mono',
            name === null ? 'text-sm' : 'text-xs font-normal text-muted',
          )}
          title={id}
        >
          {id}
        </span>
        {children}
      </span>
    </span>
  );
}

/** A call by what was asked. */
export const CallName = ({ preview, id }: { preview: PreviewData | undefined; id: string }) => (
  <NameAndId name={preview?.input ?? preview?.output ?? null} id={id}>
    {preview?.stored === false && (
      <span className="shrink-0 text-xs font-normal">
        <NotStored />
      </span>
    )}
  </NameAndId>
);

/** A trace by what was asked, else by its root. */
export const TraceName = ({ trace, id }: { trace: NamedTrace | undefined; id: string }) => {
  const asked = trace?.preview?.input ?? null;
  return (
    <NameAndId name={asked ?? trace?.name ?? null} id={id}>
      {trace && asked !== null && (
        <span className="min-w-0 shrink-[2] truncate text-xs font-normal text-muted">{trace.name}</span>
      )}
    </NameAndId>
  );
};

interface SnippetProps {
  snippet: { before: string; match: string; after: string };
}

/** What a search found, with the words around it. */
export const SearchSnippet = ({ snippet: { before, match, after } }: SnippetProps) => (
  <span title={before + match + after}>
    {wordsBefore(before)}
    <mark className="rounded-sm bg-warm-soft font-medium text-text">{match}</mark>
    {after}
  </span>
);
