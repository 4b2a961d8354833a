// What was said in a call, as people read it.
import { CornerDownRight, Wrench } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '#api';
import { cx } from '#lib/class-names';
import { useTexts } from '#i18n';
import { messagesOf, type Message, type MessagePart } from './messages.ts';
import { traceTexts } from './texts.ts';

type Call = Schemas['Call'];
type Role = keyof typeof traceTexts.en.roles;

const LONG = 3_000;

/** All that was said, in its order; empty where content is not stored. */
function allMessages({ requestMeta }: Call): Message[] {
  const meta = (requestMeta ?? {}) as Record<string, unknown>;
  return [
    ...(messagesOf(meta['systemInstructions'], 'system') ?? []),
    ...(messagesOf(meta['input'], 'user') ?? []),
    ...(messagesOf(meta['output'], 'assistant') ?? []),
  ];
}

export function Conversation({ call }: { call: Call }) {
  const texts = useTexts(traceTexts);
  const messages = allMessages(call);
  if (messages.length === 0) return <p className="text-sm text-muted">{texts.noContent}</p>;
  return (
    <ol className="grid gap-2">
      {messages.map(({ role, parts }, index) => (
        <li
          key={index}
          className={cx(
            'grid min-w-0 gap-1 rounded-md border px-3 py-2',
            role === 'assistant' || role === 'model' ? 'border-accent/30 bg-accent-soft' : 'bg-sunken',
          )}
        >
          <p className="text-xs font-medium text-muted">
            {Object.hasOwn(texts.roles, role) ? texts.roles[role as Role] : role}
          </p>
          {parts.map((part, at) => (
            <Part key={at} part={part} />
          ))}
        </li>
      ))}
    </ol>
  );
}

function Part({ part: { kind, name, text } }: { part: MessagePart }) {
  const texts = useTexts(traceTexts);
  if (kind === 'text') return <LongText text={text} />;
  const isCall = kind === 'tool-call';
  return (
    <div className="grid min-w-0 gap-1">
      {kind !== 'other' && (
        <p className="flex items-center gap-1.5 text-sm font-medium text-warm">
          {isCall ? <Wrench size={14} aria-hidden /> : <CornerDownRight size={14} aria-hidden />}
          {isCall ? texts.toolCall(name ?? texts.aTool) : texts.toolResult(name ?? '')}
        </p>
      )}
      <LongText text={text} code />
    </div>
  );
}

export function LongText({ text, code = false }: { text: string; code?: boolean }) {
  const texts = useTexts(traceTexts);
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG && !whole;
  return (
    <div className={cx('min-w-0 break-words whitespace-pre-wrap', code && 'font-mono text-sm')}>
      {long ? `${text.slice(0, LONG)}…` : text}
      {long && (
        <button type="button" className="ml-2 text-sm text-accent underline" onClick={() => setWhole(true)}>
          {texts.more}
        </button>
      )}
    </div>
  );
}
