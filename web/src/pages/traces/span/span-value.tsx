// A value of any form: messages as a conversation, text as text, vectors by their length, the rest as JSON.
import { messagesOf } from '@tracewell/sdk/reading';
import { useMemo } from 'react';
import { useFormat, useTexts } from '#i18n';
import { ConversationView, CopyButton, JsonView } from '#ui';
import { spanTexts } from './texts.ts';

type Role = 'user' | 'assistant';

const isVector = (value: unknown): value is number[] =>
  Array.isArray(value) && value.length >= 16 && value.every((one) => typeof one === 'number');

/** Whether it is text or messages, not custom JSON. True for an empty value. */
export const isTalk = (value: unknown, role: Role): boolean =>
  messagesOf(value, role).every(({ parts }) => parts.every(({ kind }) => kind !== 'json'));

export function SpanValue({ label, value, role }: { label: string; value: unknown; role: Role }) {
  const texts = useTexts(spanTexts);
  const format = useFormat();
  const isMessages = useMemo(() => typeof value === 'object' && isTalk(value, role), [value, role]);
  if (typeof value === 'string')
    return (
      <div className="flex min-w-0 items-start gap-2 rounded-md border bg-sunken py-1 pr-1 pl-3">
        <p
          tabIndex={0}
          role="group"
          aria-label={label}
          className="max-h-[60vh] min-w-0 flex-1 overflow-y-auto py-1 break-words whitespace-pre-wrap ring-inside"
        >
          {value}
        </p>
        <CopyButton text={value} what={label} />
      </div>
    );
  if (isVector(value))
    return <p className="text-muted">{texts.vector(format.count(value.length), format.count(1))}</p>;
  if (Array.isArray(value) && value.length > 0 && value.every(isVector))
    return (
      <p className="text-muted">
        {texts.vector(format.count(value[0]?.length ?? 0), format.count(value.length))}
      </p>
    );
  if (isMessages) {
    const said = role === 'user' ? { input: value } : { output: value };
    return <ConversationView call={{ requestMeta: said, toolCalls: null }} />;
  }
  // The section around it shows the label.
  return <JsonView label={texts.json} value={value} />;
}
