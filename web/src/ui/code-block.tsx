import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { copy } from '#lib/copy';
import { useTexts } from '#i18n';
import { Button } from './button.tsx';
import { say } from './toast.tsx';
import { kitTexts } from './texts.ts';
import { useDone } from './use-done.ts';

interface CopyButtonProps {
  text: string;
  what: string;
  /** Always visible, with a label: for values that must be copied now, such as a new key. */
  labelled?: boolean;
}

/** An icon that appears beside the value it copies. */
export function CopyButton({ text, what, labelled = false }: CopyButtonProps) {
  const texts = useTexts(kitTexts);
  const [done, setDone] = useDone();
  const icon = done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />;
  const run = () => void copy(text).then((worked) => (worked ? setDone() : say(texts.copyFailed, 'bad')));
  if (labelled) {
    return (
      <Button look="quiet" size="small" aria-label={texts.copyWhat(what)} icon={icon} onClick={run}>
        <span aria-live="polite">{done ? texts.copied : texts.copy}</span>
      </Button>
    );
  }
  return (
    <>
      <button
        type="button"
        aria-label={texts.copyWhat(what)}
        title={texts.copyWhat(what)}
        data-done={done || undefined}
        onClick={run}
        className="on-demand inline-grid size-6 shrink-0 place-items-center rounded-md align-middle text-muted hover:bg-hover hover:text-text"
      >
        {icon}
      </button>
      <span aria-live="polite" className="sr-only">
        {done ? texts.copied : ''}
      </span>
    </>
  );
}

interface CodeBlockProps {
  /** Caption and accessible name. */
  label: string;
  code: string;
  /** Breaks long lines instead of scrolling, so that the end of a key can be seen. */
  wrap?: boolean;
  /** The code with highlighting; `code` is what is copied. */
  children?: ReactNode;
}

export const CodeBlock = ({ label, code, wrap = false, children }: CodeBlockProps) => (
  <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
    <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3.5 text-sm text-muted">
      <span className="truncate">{label}</span>
      <CopyButton text={code} what={label} />
    </figcaption>
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className={classNames(
        'max-h-[60vh] overflow-auto p-3.5 font-mono text-sm ring-inside',
        wrap && 'wrap-anywhere whitespace-pre-wrap',
      )}
    >
      <code>{children ?? code}</code>
    </pre>
  </figure>
);
