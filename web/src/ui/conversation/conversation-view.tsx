import { useMemo, type ReactNode } from 'react';
import { conversationOf, type CallContent } from '@tracewell/sdk/reading';
import { ConversationMessages } from './conversation.tsx';

interface ConversationViewProps {
  call: CallContent;
  /** Names the section around the messages, where nothing else does. */
  label?: string;
  /** Shown when the call has no content that can be read. */
  empty?: ReactNode;
  /** How many of the last messages to show at first. */
  last?: number;
}

/** The conversation of a call, from its stored content. */
export function ConversationView({ call, label, empty = null, ...shown }: ConversationViewProps) {
  const conversation = useMemo(() => conversationOf(call), [call]);
  if (conversation.input.length + conversation.output.length === 0) return empty;
  const messages = <ConversationMessages said={conversation} {...shown} />;
  if (label === undefined) return messages;
  return (
    <section aria-label={label} className="min-w-0">
      {messages}
    </section>
  );
}
