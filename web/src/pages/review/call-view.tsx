// The current call: why it is in the queue, its figures and its conversation.
import { ExternalLink } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { AppLink, Badge, Card, Duration, Money, Time, Tokens, type Tone } from '#ui';
import { CallConversation } from './call-conversation.tsx';
import { reviewTexts } from './texts.ts';
import type { Item } from './types.ts';
import { ReviewReasons } from './review-reasons.tsx';

export const REASON_TONES: Record<Item['reason'], Tone> = {
  error: 'bad',
  flagged: 'plum',
  low_score: 'warm',
  judge_disagreement: 'cool',
  recent: 'neutral',
};

export function ReviewedCall({ item }: { item: Item }) {
  const texts = useTexts(reviewTexts);
  const { call, reason } = item;
  const asked = useGet('/v1/query/calls/{id}', { path: { id: call.id } }, { staleTime: 300_000 });
  const place = useRef<HTMLDivElement>(null);
  // Scroll back to the top for each call.
  useEffect(() => {
    if ((place.current?.getBoundingClientRect().top ?? 0) < 0) place.current?.scrollIntoView();
  }, []);
  return (
    <div ref={place} className="grid min-w-0 scroll-mt-18">
      <Card
        title={
          <span className="flex min-w-0 flex-wrap items-center gap-2">
            <Badge tone={REASON_TONES[reason]}>{texts.reasons[reason]}</Badge>
            <span className="wrap-anywhere" title={`${call.provider} ${call.model}`}>
              {call.model}
            </span>
          </span>
        }
        about={
          <span className="block max-w-64 truncate font-mono text-xs sm:max-w-md" title={call.id}>
            {call.id}
          </span>
        }
        actions={
          <AppLink
            to="/calls/$id"
            params={{ id: call.id }}
            className="inline-flex items-center gap-1.5 text-sm font-medium text-accent hover:underline"
          >
            {texts.openCall}
            <ExternalLink size={14} aria-hidden />
          </AppLink>
        }
      >
        <ReviewReasons item={item} />
        <dl className="flex flex-wrap gap-x-6 gap-y-2">
          <Fact name={texts.facts.time}>
            <Time at={call.timestamp} />
          </Fact>
          <Fact name={texts.facts.latency}>
            <Duration ms={call.latencyMs} />
          </Fact>
          <Fact name={texts.facts.cost}>
            <Money usd={call.costUsd} />
          </Fact>
          <Fact name={texts.facts.tokens}>
            <Tokens count={call.totalTokens} />
          </Fact>
        </dl>
        {call.tags && (
          <div className="flex min-w-0 flex-wrap items-center gap-1">
            {Object.entries(call.tags).map(([key, value]) => (
              <Badge key={key}>
                <span className="max-w-48 truncate" title={`${key}: ${value}`}>
                  {key}: {value}
                </span>
              </Badge>
            ))}
          </div>
        )}
        <CallConversation asked={asked} />
      </Card>
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt className="text-xs text-muted">{name}</dt>
    <dd>{children}</dd>
  </div>
);
