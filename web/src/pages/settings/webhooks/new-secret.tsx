import { useEffect, useRef } from 'react';
import { useTexts } from '#i18n';
import { Button, CopyButton } from '#ui';
import { webhooksTexts } from './texts.ts';
import type { WithSecret } from './types.ts';

/** The only time the secret is shown. It takes the focus, so that it is not missed. */
export function NewWebhookSecret({ made, onDone }: { made: WithSecret; onDone: () => void }) {
  const texts = useTexts(webhooksTexts);
  const place = useRef<HTMLElement>(null);
  useEffect(() => place.current?.focus(), []);
  return (
    <section
      ref={place}
      tabIndex={-1}
      aria-label={texts.secretTitle}
      className="grid min-w-0 gap-3 rounded-lg border border-accent/40 bg-accent-soft p-4"
    >
      <div className="min-w-0">
        <h2 className="text-base/5">{texts.secretTitle}</h2>
        <p className="truncate font-mono text-sm" title={made.url}>
          {made.url}
        </p>
        <p>{texts.secretAbout}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <code className="min-w-0 rounded-md border bg-surface px-3 py-1.5 font-mono text-sm break-all">
          {made.secret}
        </code>
        <CopyButton labelled text={made.secret} what={texts.theSecret} />
        <Button size="small" onClick={onDone}>
          {texts.haveIt}
        </Button>
      </div>
    </section>
  );
}
