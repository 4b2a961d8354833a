import { Check, Copy } from 'lucide-react';
import { useEffect, useState, type ReactNode } from 'react';
import { copy } from '#lib/copy';
import { useTexts } from '#i18n';
import { Button } from './button.tsx';
import { say } from './toast.tsx';
import { kitTexts } from './texts.ts';

export function CopyButton({ text, what }: { text: string; what: string }) {
  const texts = useTexts(kitTexts);
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return undefined;
    const timer = setTimeout(() => setDone(false), 2_000);
    return () => clearTimeout(timer);
  }, [done]);
  return (
    <Button
      look="quiet"
      size="small"
      aria-label={texts.copyWhat(what)}
      icon={done ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
      onClick={() =>
        void copy(text).then((worked) => (worked ? setDone(true) : say(texts.copyFailed, 'bad')))
      }
    >
      <span aria-live="polite">{done ? texts.copied : texts.copy}</span>
    </Button>
  );
}

interface CodeBlockProps {
  /** Caption and accessible name. */
  label: string;
  code: string;
  /** The code with highlighting; `code` is what is copied. */
  children?: ReactNode;
}

export const CodeBlock = ({ label, code, children }: CodeBlockProps) => (
  <figure className="min-w-0 overflow-hidden rounded-md border bg-sunken">
    <figcaption className="flex items-center justify-between gap-2 border-b py-1 pr-1 pl-3.5 text-sm text-muted">
      <span className="truncate">{label}</span>
      <CopyButton text={code} what={label} />
    </figcaption>
    <pre
      tabIndex={0}
      role="group"
      aria-label={label}
      className="max-h-[60vh] overflow-auto p-3.5 font-mono text-sm ring-inside"
    >
      <code>{children ?? code}</code>
    </pre>
  </figure>
);
