// A turn of a session: a line of figures, then what was said, as bubbles.
import type { Message } from '@tracewell/sdk/reading';
import { CircleAlert } from 'lucide-react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { isInstruction } from '#lib/roles';
import { Duration, ErrorText, MessageParts, Money, TextLink, Time, useRoleName } from '#ui';
import { sessionTexts } from './texts.ts';
import { figuresOf, type Turn } from './turns.ts';

interface SessionTurnProps {
  turn: Turn;
  number: number;
  /** Shows a note if the turn has no messages. */
  saysEmpty: boolean;
  /** Called before its trace is opened. */
  onTrace: () => void;
}

export function SessionTurn({ turn, number, saysEmpty, onTrace }: SessionTurnProps) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const messages = turn.calls.flatMap((each) => each.messages);
  const isOmitted = turn.calls.some(({ omitted }) => omitted);
  return (
    <li className="grid min-w-0 grid-cols-1">
      {turn.pauseMs !== null && (
        <p className="flex items-center gap-3 py-3 text-xs text-muted">
          <span aria-hidden className="h-px flex-1 bg-line" />
          {texts.later(format.duration(turn.pauseMs))}
          <span aria-hidden className="h-px flex-1 bg-line" />
        </p>
      )}
      <section aria-label={texts.turn(number)} className="grid min-w-0 grid-cols-1 gap-3">
        <TurnLine turn={turn} number={number} onTrace={onTrace} />
        {messages.map((message, index) => (
          <Bubble key={index} message={message} />
        ))}
        {messages.length === 0 && saysEmpty && !isOmitted && (
          <p className="text-sm text-muted">{texts.nothingStored}</p>
        )}
        {isOmitted && <p className="text-sm text-muted">{texts.tooLarge}</p>}
        {turn.calls.map(
          ({ call }) =>
            call.error !== null && (
              <div key={call.id} className="flex min-w-0 items-start gap-1.5 text-sm text-bad">
                <CircleAlert size={15} aria-hidden className="mt-0.5 shrink-0" />
                <ErrorText error={call.error} />
              </div>
            ),
        )}
      </section>
    </li>
  );
}

function TurnLine({ turn, number, onTrace }: Omit<SessionTurnProps, 'saysEmpty'>) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { models, tokens, costUsd, durationMs } = figuresOf(turn);
  const [{ call }] = turn.calls;
  return (
    <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 text-sm text-muted">
      <h3 className="text-sm text-text">{texts.turn(number)}</h3>
      <Time at={call.timestamp} show="short" />
      <span className="max-w-64 truncate" title={models.join(', ')}>
        {models.join(', ')}
      </span>
      {turn.calls.length > 1 && <span>{texts.calls(format.count(turn.calls.length))}</span>}
      <span>{texts.tokens(format.compact(tokens))}</span>
      <Money usd={costUsd} />
      <Duration ms={durationMs} />
      <span className="ml-auto flex gap-3">
        {turn.calls.length === 1 && (
          <TextLink to="/calls/$id" params={{ id: call.id }} title={call.id}>
            {texts.toCall}
          </TextLink>
        )}
        {turn.traceId !== null && (
          <TextLink to="/traces/$id" params={{ id: turn.traceId }} onClick={onTrace}>
            {texts.toTrace}
          </TextLink>
        )}
      </span>
    </div>
  );
}

function Bubble({ message }: { message: Message }) {
  const roleName = useRoleName();
  const { role } = message;
  const isUser = role === 'user';
  return (
    <div
      className={classNames(
        'grid min-w-0 grid-cols-1 gap-2',
        isInstruction(role)
          ? undefined
          : isUser
            ? 'ml-auto max-w-[85%] rounded-lg bg-cool-soft px-4 py-2.5'
            : 'mr-auto w-fit max-w-[92%] rounded-lg bg-sunken px-4 py-2.5',
      )}
    >
      <span className="sr-only">{roleName(role)}</span>
      <MessageParts message={message} folded />
    </div>
  );
}
