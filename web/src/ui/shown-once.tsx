import { useEffect, useRef, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { CopyButton } from './code-block.tsx';

interface ShownOnceProps {
  title: string;
  about: ReactNode;
  secret: string;
  /** What is copied. */
  what: string;
  /** The words of a reader who has it. */
  haveIt: string;
  onDone: () => void;
}

/** The only time a secret is shown. It takes the focus, so that it is not missed. */
export function ShownOnce({ title, about, secret, what, haveIt, onDone }: ShownOnceProps) {
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={title}
      className="grid min-w-0 gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4"
    >
      <div className="min-w-0">
        <h2 className="text-base/5 wrap-anywhere">{title}</h2>
        {about}
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md border bg-surface px-3 py-1.5 font-mono text-sm break-all">
          {secret}
        </code>
        <CopyButton labelled text={secret} what={what} />
        <Button size="small" onClick={onDone}>
          {haveIt}
        </Button>
      </div>
    </section>
  );
}
