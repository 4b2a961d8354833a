// The messages of a call as a conversation, with tool calls and their results.
import {
  parsedJson,
  type Conversation as Said,
  type Message,
  type MessagePart,
  type ToolCall,
} from '@tracewell/sdk/reading';
import { Bot, Brain, Cog, Image, User, Wrench, type LucideIcon } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useFormat, useTexts } from '#i18n';
import { classNames } from '#lib/class-names';
import { Badge } from './badge.tsx';
import { Button } from './button.tsx';
import { CopyButton } from './code-block.tsx';
import { conversationTexts } from './conversation-texts.ts';
import { JsonView } from './json-view.tsx';
import { Duration } from './values.tsx';

/** Agents send long histories; the end matters most. */
const LAST_SHOWN = 12;
const LONG = 4_000;

interface ConversationProps {
  said: Said;
  /** How many messages to show; earlier ones are shown on request. */
  last?: number;
}

export function Conversation({ said: { input, output }, last = LAST_SHOWN }: ConversationProps) {
  const texts = useTexts(conversationTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const system = input.findIndex(({ role }) => role === 'system' || role === 'developer');
  const hidden = whole || input.length <= last + 2 ? 0 : input.length - last - (system === 0 ? 1 : 0);
  const head = hidden > 0 && system === 0 ? input.slice(0, 1) : [];
  const tail = hidden > 0 ? input.slice(-last) : input;
  return (
    <ol className="grid min-w-0 gap-4">
      {head.map((message, index) => (
        <Turn key={`head-${index}`} message={message} />
      ))}
      {hidden > 0 && (
        <li className="flex justify-center border-y border-dashed py-2">
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {texts.showEarlier(format.count(hidden))}
          </Button>
        </li>
      )}
      {tail.map((message, index) => (
        <Turn key={`input-${index}`} message={message} />
      ))}
      {output.map((message, index) => (
        <Turn key={`output-${index}`} message={message} answer />
      ))}
    </ol>
  );
}

const ROLES: Record<string, { icon: LucideIcon; tone: string }> = {
  system: { icon: Cog, tone: 'bg-sunken text-muted' },
  developer: { icon: Cog, tone: 'bg-sunken text-muted' },
  user: { icon: User, tone: 'bg-cool-soft text-cool' },
  assistant: { icon: Bot, tone: 'bg-accent-soft text-accent' },
  tool: { icon: Wrench, tone: 'bg-plum-soft text-plum' },
};
const OTHER = { icon: User, tone: 'bg-sunken text-muted' };

function Turn({ message: { role, parts }, answer = false }: { message: Message; answer?: boolean }) {
  const texts = useTexts(conversationTexts);
  const { icon: Icon, tone } = (Object.hasOwn(ROLES, role) ? ROLES[role] : null) ?? OTHER;
  const names: Record<string, string> = texts.roles;
  const name = (Object.hasOwn(names, role) ? names[role] : null) ?? role;
  const spoken = parts.flatMap((part) => (part.kind === 'text' ? [part.text] : [])).join('\n');
  return (
    <li className="grid min-w-0 grid-cols-[28px_minmax(0,1fr)] gap-x-3">
      <span aria-hidden className={classNames('grid size-7 place-items-center rounded-md', tone)}>
        <Icon size={16} />
      </span>
      <div className="grid min-w-0 gap-2">
        <div className="flex min-h-7 items-center justify-between gap-2">
          <p className="flex min-w-0 items-center gap-2 font-medium">
            <span className="truncate">{name}</span>
            {answer && <Badge tone="accent">{texts.answer}</Badge>}
          </p>
          {spoken !== '' && <CopyButton text={spoken} what={texts.messageOf(name)} />}
        </div>
        {parts.length === 0 && <p className="text-muted">{texts.saidNothing}</p>}
        {parts.map((part, index) => (
          <PartView key={index} part={part} quiet={role === 'system' || role === 'developer'} />
        ))}
      </div>
    </li>
  );
}

function PartView({ part, quiet }: { part: MessagePart; quiet: boolean }) {
  const texts = useTexts(conversationTexts);
  switch (part.kind) {
    case 'text':
      return <Words text={part.text} quiet={quiet} />;
    case 'reasoning':
      return (
        <details className="min-w-0 rounded-md border border-dashed px-3 py-2">
          <summary className="flex items-center gap-2 text-sm text-muted">
            <Brain size={14} aria-hidden />
            {texts.reasoning}
          </summary>
          <div className="pt-2">
            <Words text={part.text} quiet />
          </div>
        </details>
      );
    case 'toolCall':
      return <ToolView call={part} />;
    case 'toolResult':
      return (
        <Value label={part.name === null ? texts.result : texts.resultOf(part.name)} value={part.result} />
      );
    case 'media':
      return (
        <p className="inline-flex items-center gap-2 text-muted">
          <Image size={16} aria-hidden />
          {texts.media(part.type)}
        </p>
      );
    default:
      return <JsonView label={texts.json} value={part.value} />;
  }
}

function ToolView({ call: { input, result, durationMs, error, ...call } }: { call: ToolCall }) {
  const texts = useTexts(conversationTexts);
  const name = call.name ?? '?';
  return (
    <div className="grid min-w-0 gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <Wrench size={14} aria-hidden className="text-plum" />
        <span className="text-sm text-muted">{texts.calls}</span>
        <code className="min-w-0 font-mono text-sm font-medium break-all">{name}</code>
        {durationMs !== undefined && (
          <span className="text-sm text-muted">
            <Duration ms={durationMs} />
          </span>
        )}
      </p>
      {input !== null && input !== undefined && <Value label={texts.argumentsOf(name)} value={input} />}
      {result !== undefined && <Value label={texts.resultOf(name)} value={result} />}
      {error !== undefined && <p className="text-bad">{texts.toolFailed(error)}</p>}
    </div>
  );
}

function Value({ label, value }: { label: string; value: unknown }) {
  const shown = useMemo(() => parsedJson(value), [value]);
  if (typeof shown !== 'string') return <JsonView label={label} value={shown} />;
  return (
    <div className="grid min-w-0 gap-1">
      <p className="text-sm text-muted">{label}</p>
      <Words text={shown} quiet />
    </div>
  );
}

/** Plain text; fenced code is shown as a code block. */
function Words({ text, quiet = false }: { text: string; quiet?: boolean }) {
  const texts = useTexts(conversationTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const long = text.length > LONG && !whole;
  const shown = long ? text.slice(0, LONG) : text;
  return (
    <div className={classNames('grid min-w-0 max-w-prose gap-2 break-words', quiet && 'text-muted')}>
      {shown.split(/^```.*$/m).map((piece, index) =>
        piece.trim() === '' ? null : index % 2 === 1 ? (
          <pre
            key={index}
            tabIndex={0}
            role="group"
            aria-label={texts.code}
            className="max-h-[60vh] overflow-auto rounded-md border bg-sunken p-3 font-mono text-sm text-text ring-inside"
          >
            {piece.replace(/^\n|\n$/g, '')}
          </pre>
        ) : (
          <p key={index} className="whitespace-pre-wrap">
            {piece.replace(/^\n+|\n+$/g, '')}
          </p>
        ),
      )}
      {long && (
        <div>
          <Button look="quiet" size="small" onClick={() => setWhole(true)}>
            {texts.showWhole(format.count(text.length))}
          </Button>
        </div>
      )}
    </div>
  );
}
