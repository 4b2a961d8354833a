import type { Schemas } from '#api';
import { useTexts } from '#i18n';
import { conversationOf } from '#lib/conversation';
import { Conversation } from '#ui';
import { traceTexts } from './texts.ts';

/** Nothing where content is not stored. */
export function WhatWasSaid({ call: { requestMeta, toolCalls } }: { call: Schemas['Call'] }) {
  const texts = useTexts(traceTexts);
  const said = conversationOf((requestMeta ?? {}) as Record<string, unknown>, toolCalls);
  if (said.given.length + said.answered.length === 0)
    return <p className="text-sm text-muted">{texts.noContent}</p>;
  return <Conversation said={said} />;
}
