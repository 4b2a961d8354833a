import { EyeOff } from 'lucide-react';
import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { conversationOf } from '#lib/conversation';
import { Conversation, ErrorState, Skeleton, TextLink, Waiting } from '#ui';
import { reviewTexts } from './texts.ts';

type Call = Schemas['Call'];

interface Asked {
  data: { call: Call } | undefined;
  isPending: boolean;
  isError: boolean;
  error: unknown;
  refetch: () => unknown;
}

const isBag = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const LATEST = 6;

export function WhatWasSaid({ asked }: { asked: Asked }) {
  const texts = useTexts(reviewTexts);
  if (asked.isPending) {
    return (
      <Waiting>
        <div className="grid gap-3">
          <Skeleton className="h-16" />
          <Skeleton className="h-32" />
        </div>
      </Waiting>
    );
  }
  if (asked.isError || !asked.data)
    return <ErrorState error={asked.error} onRetry={() => void asked.refetch()} />;
  const { requestMeta, toolCalls } = asked.data.call;
  const meta = isBag(requestMeta) ? requestMeta : {};
  const said = conversationOf(meta, toolCalls);
  // There was content, and it was dropped when it came.
  if (said.given.length + said.answered.length === 0)
    return <NothingSaid dropped={meta['contentDigest'] !== undefined} />;
  return (
    <section aria-label={texts.conversation} className="min-w-0">
      <Conversation said={said} last={LATEST} />
    </section>
  );
}

function NothingSaid({ dropped }: { dropped: boolean }) {
  const texts = useTexts(reviewTexts);
  if (!dropped) return <p className="text-muted">{texts.nothingSaid}</p>;
  return (
    <div className="flex items-start gap-2.5 rounded-md border border-dashed border-control/60 px-3.5 py-2.5">
      <EyeOff size={18} aria-hidden className="mt-0.5 shrink-0 text-muted" />
      <div>
        <p className="font-medium">{texts.notKept}</p>
        <TextLink to="/settings/consents">{texts.notKeptAbout}</TextLink>
      </div>
    </div>
  );
}
