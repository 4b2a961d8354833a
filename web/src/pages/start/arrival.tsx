// Polls every two seconds until the first call arrives. Rejected requests are shown too, so that no one waits in vain.
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { useConnectionLost, useGet, useOwnCall, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Ago, ButtonLink, Card, Duration, Money, Tokens } from '#ui';
import { startTexts } from './texts.ts';

const LOOK_EVERY_MS = 2_000;

export function FirstCall({ title }: { title: string }) {
  const texts = useTexts(startTexts);
  const call = useOwnCall({ refetchInterval: LOOK_EVERY_MS, staleTime: 0 });
  // Users who come back later see their newest record instead of the first.
  const [waited, setWaited] = useState(false);
  if (call === null && !waited) setWaited(true);
  return (
    <Card title={call && !waited ? texts.watchNewest : title}>
      <div role="status" aria-live="polite" className="grid gap-4">
        {call ? <Arrived call={call} isFirst={waited} /> : <Waiting />}
      </div>
    </Card>
  );
}

function Waiting() {
  const texts = useTexts(startTexts);
  const lost = useConnectionLost();
  return (
    <>
      <div className="flex items-start gap-3">
        <span aria-hidden className="mt-1.5 size-2.5 shrink-0 animate-wait rounded-full bg-warm" />
        <div>
          <p className="font-medium">{texts.waiting}</p>
          <p className="text-sm text-muted">{lost ? texts.lost : texts.waitingAbout}</p>
        </div>
      </div>
      <Refusals />
    </>
  );
}

function Refusals() {
  const texts = useTexts(startTexts);
  const format = useFormat();
  const { data } = useGet(
    '/v1/ingest/diagnostics',
    {},
    { refetchInterval: 2 * LOOK_EVERY_MS, staleTime: 0, wholeAccount: true },
  );
  const reasons = (data?.sources ?? []).flatMap(({ reasons }) => reasons).slice(0, 3);
  if (reasons.length === 0) return null;
  return (
    <div className="grid gap-2 rounded-md border border-bad/30 bg-bad-soft p-3.5 text-sm">
      <p className="font-medium text-bad">{texts.refused}</p>
      <ul className="grid gap-2">
        {reasons.map(({ reason, example, count, kind }) => (
          <li key={`${kind} ${reason}`} className="min-w-0 break-words">
            {example} <span className="text-muted">{texts.refusedTimes(format.count(count))}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function Arrived({ call, isFirst }: { call: Schemas['ListedCall']; isFirst: boolean }) {
  const texts = useTexts(startTexts);
  const lines = [
    [
      texts.model,
      <span key="model" className="break-all">
        {call.model}
      </span>,
    ],
    [texts.when, <Ago key="when" at={call.timestamp} />],
    [texts.tokens, <Tokens key="tokens" count={call.totalTokens} />],
    [texts.cost, <Money key="cost" usd={call.costUsd} />],
    [texts.latency, <Duration key="latency" ms={call.latencyMs} />],
  ] as const;
  return (
    <div className="grid animate-appear gap-4">
      <div className="flex items-start gap-3 rounded-md bg-good-soft p-3.5">
        <CircleCheck size={20} className="mt-px shrink-0 text-good" aria-hidden />
        <div>
          <p className="font-medium text-good">{isFirst ? texts.arrived : texts.arriving}</p>
          <p className="text-sm">{isFirst ? texts.arrivedAbout : texts.arrivingAbout}</p>
        </div>
      </div>
      <dl className="grid gap-1.5">
        {lines.map(([name, value]) => (
          <div key={name} className="flex justify-between gap-4">
            <dt className="text-muted">{name}</dt>
            <dd className="text-right font-medium">{value}</dd>
          </div>
        ))}
      </dl>
      <div className="flex flex-wrap gap-2">
        {call.traceId === null ? (
          <ButtonLink to="/calls/$id" params={{ id: call.id }} look="main">
            {texts.toCall}
          </ButtonLink>
        ) : (
          <ButtonLink to="/traces/$id" params={{ id: call.traceId }} look="main">
            {texts.toTrace}
          </ButtonLink>
        )}
        <ButtonLink to="/">{texts.toOverview}</ButtonLink>
      </div>
    </div>
  );
}
