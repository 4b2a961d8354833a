import { EyeOff } from 'lucide-react';
import { useState } from 'react';
import type { Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { cx } from '#lib/class-names';
import { Button, ErrorState, Skeleton, TextLink, Waiting } from '#ui';
import { messagesOf, textOf, type Message } from './messages.ts';
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

interface Said {
  input: Message[];
  output: Message[];
  /** There was content, and it was dropped when it came. */
  dropped: boolean;
}

function usedTool({ name, arguments: given, result }: Record<string, unknown>): Message[] {
  const asked = { role: 'assistant', tool: typeof name === 'string' ? name : '', text: textOf(given) };
  return result === undefined || result === null ? [asked] : [asked, { role: 'tool', text: textOf(result) }];
}

function saidIn({ requestMeta, toolCalls }: Call): Said {
  const meta = isBag(requestMeta) ? requestMeta : {};
  const output = messagesOf(meta['output'], 'assistant');
  const tools = Array.isArray(toolCalls) ? (toolCalls as unknown[]).filter(isBag) : [];
  const told = output.some(({ tool }) => tool !== undefined);
  const used = told ? [] : tools.flatMap(usedTool);
  return {
    input: [...messagesOf(meta['systemInstructions'], 'system'), ...messagesOf(meta['input'], 'user')],
    output: [...used, ...output],
    dropped: meta['contentDigest'] !== undefined,
  };
}

const LATEST = 6;

export function Conversation({ asked }: { asked: Asked }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
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
  const { input, output, dropped } = saidIn(asked.data.call);
  if (input.length === 0 && output.length === 0) return <NothingSaid dropped={dropped} />;
  const hidden = whole ? 0 : Math.max(0, input.length - LATEST);
  return (
    <section aria-label={texts.conversation} className="grid min-w-0 gap-3">
      {hidden > 0 && (
        <Button size="small" className="justify-self-center" onClick={() => setWhole(true)}>
          {texts.earlier(format.count(hidden))}
        </Button>
      )}
      {input.slice(hidden).map((message, index) => (
        <MessageView key={index} message={message} />
      ))}
      {output.map((message, index) => (
        <MessageView key={index} message={message} answer />
      ))}
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

const CUT = 4_000;

function MessageView({ message, answer = false }: { message: Message; answer?: boolean }) {
  const texts = useTexts(reviewTexts);
  const format = useFormat();
  const [whole, setWhole] = useState(false);
  const { role, text, tool } = message;
  const roles: Record<string, string> = texts.roles;
  const name = Object.hasOwn(roles, role) ? (roles[role] ?? role) : role;
  const head =
    tool !== undefined ? texts.calls(name, tool || texts.aTool) : role === 'tool' ? texts.toolResult : name;
  const cut = !whole && text.length > CUT + 200;
  const isCode = tool !== undefined || role === 'tool';
  return (
    <article
      className={cx(
        'grid min-w-0 gap-1 rounded-md border px-3.5 py-2.5',
        answer ? 'border-accent/40 bg-accent-soft' : role === 'user' ? 'bg-surface' : 'bg-sunken',
      )}
    >
      <h3 className="flex flex-wrap items-center gap-2 text-xs font-medium text-muted">
        <span className="wrap-anywhere">{head}</span>
      </h3>
      <p className={cx('wrap-anywhere whitespace-pre-wrap', isCode && 'font-mono text-sm')}>
        {cut ? `${text.slice(0, CUT)}…` : text}
      </p>
      {cut && (
        <Button size="small" className="justify-self-start" onClick={() => setWhole(true)}>
          {texts.showAll(format.count(text.length))}
        </Button>
      )}
    </article>
  );
}
