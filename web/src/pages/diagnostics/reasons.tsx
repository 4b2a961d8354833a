import { CircleCheck } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { Ago, Badge, Card, EmptyState } from '#ui';
import { causeOf } from './causes.ts';
import type { Source } from './page.tsx';
import { senderOf } from './sender.ts';
import { diagnosticsTexts } from './texts.ts';

/** What was turned away, the most frequent first, each with an example and what to do about it. */
export function Reasons({ sources }: { sources: readonly Source[] }) {
  const texts = useTexts(diagnosticsTexts);
  const format = useFormat();
  const found = sources
    .flatMap((source) => source.reasons.map((reason) => ({ ...reason, source })))
    .toSorted((left, right) => right.count - left.count);
  return (
    <Card title={texts.turnedAway} about={texts.turnedAwayAbout}>
      {found.length === 0 ? (
        <EmptyState icon={<CircleCheck size={22} aria-hidden />} title={texts.noneTurnedAway}>
          {texts.noneTurnedAwayAbout}
        </EmptyState>
      ) : (
        <ul className="grid">
          {found.map(({ kind, reason, count, example, lastSeenAt, source }) => (
            <li
              key={`${source.keyId} ${source.client} ${source.scope} ${source.endpoint} ${kind} ${reason}`}
              className="grid gap-2 border-b py-4 first:pt-0 last:border-b-0 last:pb-0"
            >
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
                <Badge tone={kind === 'rejected' ? 'warm' : 'bad'}>
                  {texts.counted[kind](format.count(count), count)}
                </Badge>
                <h3 className="min-w-0 font-mono text-sm break-words">{reason}</h3>
                <span className="ml-auto text-sm text-muted">
                  <Ago at={lastSeenAt} />
                </span>
              </div>
              <p className="max-w-4xl">{texts.advice[causeOf(reason, texts.advice)]}</p>
              {example !== '' && (
                <p className="min-w-0 text-sm text-muted">
                  {texts.example}{' '}
                  <code className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono break-all">{example}</code>
                </p>
              )}
              <p className="truncate text-sm text-muted" title={senderOf(source, texts)}>
                {senderOf(source, texts)}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}
