// A turn of a session: its calls with their figures and, when expanded, their messages.
import { ChevronRight, CircleAlert, Sparkles } from 'lucide-react';
import { useGet, type Schemas } from '#api';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { ConversationView, Duration, Loaded, Money, SkeletonRows, TextLink, Time } from '#ui';
import { traceTexts } from '../texts.ts';
import { sessionTexts } from './texts.ts';
import type { Turn } from './turns.ts';
import { useOpened } from './use-opened.ts';

type Call = Schemas['Call'];

export function SessionTurn({ turn, number }: { turn: Turn; number: number }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  return (
    <li className="grid min-w-0">
      {turn.pauseMs !== null && (
        <p className="flex items-center gap-3 py-3 text-xs text-muted">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {texts.later(format.duration(turn.pauseMs))}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </p>
      )}
      <section
        aria-label={texts.turn(number)}
        className={classNames('min-w-0', turn.pauseMs === null && 'mt-1')}
      >
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h3 className="text-sm">
            {texts.turn(number)}
            <span className="ml-2 font-normal text-muted">
              <Time at={turn.calls[0].timestamp} show="short" />
            </span>
          </h3>
          {turn.traceId !== null && (
            <TextLink to="/traces/$id" params={{ id: turn.traceId }} className="text-sm">
              {texts.toTrace}
            </TextLink>
          )}
        </div>
        <ul className="mt-2 ml-1.5 grid min-w-0 gap-3 border-l pb-1 pl-4">
          {turn.calls.map((call) => (
            <li key={call.id} className="min-w-0">
              <TurnCall call={call} />
            </li>
          ))}
        </ul>
      </section>
    </li>
  );
}

function toolNames({ toolCalls }: Call): string {
  if (!Array.isArray(toolCalls)) return '';
  return (toolCalls as ({ name?: unknown } | null)[])
    .flatMap((one) => (typeof one?.name === 'string' ? [one.name] : []))
    .join(', ');
}

function TurnCall({ call }: { call: Call }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { isOpen, toggle } = useOpened(call.id);
  const tools = toolNames(call);
  return (
    <div className="grid min-w-0 gap-1.5">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-label={isOpen ? texts.hide(call.model) : texts.say(call.model)}
          title={`${call.provider} ${call.model}`}
          onClick={toggle}
          className="-ml-1 inline-flex max-w-full min-w-0 items-center gap-1.5 rounded-sm px-1 hover:bg-hover"
        >
          <ChevronRight
            size={14}
            aria-hidden
            className={classNames('shrink-0 text-muted transition-transform', isOpen && 'rotate-90')}
          />
          <Sparkles size={15} aria-hidden className="shrink-0 text-accent" />
          <span className="truncate font-medium">{call.model}</span>
        </button>
        <span className="flex flex-wrap gap-x-3 text-sm text-muted max-sm:order-1 max-sm:basis-full max-sm:pl-5">
          <span>{texts.tokens(format.compact(call.totalTokens))}</span>
          <Money usd={call.costUsd} />
          <Duration ms={call.latencyMs} />
        </span>
        <TextLink to="/calls/$id" params={{ id: call.id }} title={call.id} className="ml-auto text-sm">
          {texts.toCall}
        </TextLink>
      </div>
      {tools !== '' && (
        <p className="truncate text-sm text-muted" title={tools}>
          {texts.toolCalls(tools)}
        </p>
      )}
      {call.error !== null && (
        <p className="flex min-w-0 items-start gap-1.5 text-sm text-bad">
          <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
          <span className="line-clamp-3 min-w-0" title={call.error}>
            {call.error}
          </span>
        </p>
      )}
      {isOpen && <CallContent id={call.id} />}
    </div>
  );
}

function CallContent({ id }: { id: string }) {
  const texts = useTexts(traceTexts);
  const asked = useGet('/v1/query/calls/{id}', { path: { id } }, { staleTime: 60_000 });
  return (
    <Loaded of={asked} skeleton={<SkeletonRows rows={2} />}>
      {({ call }) => (
        <ConversationView call={call} empty={<p className="text-sm text-muted">{texts.noContent}</p>} />
      )}
    </Loaded>
  );
}
