import { CircleCheck } from 'lucide-react';
import { useFormat, useTexts, useWorded } from '#i18n';
import { Ago, Badge, Card, EmptyState } from '#ui';
import { senderOf } from './sender.ts';
import { diagnosticsTexts } from './texts.ts';
import type { Source } from './types.ts';
import { rejectionWordings } from './wordings.ts';

/** Reasons for rejection, most frequent first, each with an example and advice. */
export function Reasons({ sources }: { sources: readonly Source[] }) {
  const texts = useTexts(diagnosticsTexts);
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
          {found.map(({ source, ...reason }) => (
            <Reason
              key={`${source.keyId} ${source.client} ${source.scope} ${source.endpoint} ${reason.kind} ${reason.reason}`}
              source={source}
              reason={reason}
            />
          ))}
        </ul>
      )}
    </Card>
  );
}

function Reason({ reason: given, source }: { reason: Source['reasons'][number]; source: Source }) {
  const texts = useTexts(diagnosticsTexts);
  const format = useFormat();
  const { kind, reason, code, values, count, example, lastSeenAt } = given;
  const { words, lang } = useWorded(rejectionWordings)({ code, values }, { title: reason, advice: '' });
  return (
    <li className="grid gap-2 border-b py-4 first:pt-0 last:border-b-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={kind === 'refused' ? 'bad' : 'warm'}>
          {texts.counted[kind](format.count(count), count)}
        </Badge>
        <h3 lang={lang} className="min-w-0 break-words">
          {words.title}
        </h3>
        <span className="ml-auto text-sm text-muted">
          <Ago at={lastSeenAt} />
        </span>
      </div>
      {words.advice !== '' && <p className="max-w-4xl">{words.advice}</p>}
      {!example.includes(reason) && <Quoted name={texts.answered} text={reason} />}
      {example !== '' && <Quoted name={texts.example} text={example} />}
      <p className="truncate text-sm text-muted" title={senderOf(source, texts)}>
        {senderOf(source, texts)}
      </p>
    </li>
  );
}

/** Quoted as the client received or sent it, so it is not translated. */
const Quoted = ({ name, text }: { name: string; text: string }) => (
  <p className="min-w-0 text-sm text-muted">
    {name}{' '}
    <code lang="en" className="rounded-sm bg-sunken px-1.5 py-0.5 font-mono break-all">
      {text}
    </code>
  </p>
);
