// A session as a chat: what each call adds, in turns, with the pauses between.
import { conversationOf, type Message } from '@tracewell/sdk/reading';
import { useMemo, useState } from 'react';
import { isApiError, useGetAll, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, ErrorNotice, NoContent, SkeletonRows, TextModeChoice, pairTools } from '#ui';
import { newMessages } from './new-messages.ts';
import { SessionTurn } from './session-turn.tsx';
import { sessionTexts } from './texts.ts';
import { turnsOf, type TurnCall } from './turns.ts';

type Session = Schemas['CallSession'];

/** Calls whose messages are loaded at a time. */
const STEP = 30;

interface SessionChat {
  /** As far as they are loaded, each with the messages that it adds. */
  calls: TurnCall[];
  messages: Message[];
  isLoading: boolean;
  /** Why the messages of some calls could not be loaded. */
  error: unknown;
  left: number;
  more: () => void;
}

const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Loads the calls of a session from the first on. */
export function useSessionChat({ calls }: Session): SessionChat {
  const [shown, setShown] = useState(STEP);
  const first = useMemo(() => calls.slice(0, shown), [calls, shown]);
  const asked = useGetAll(
    '/v1/query/calls/{id}',
    first.map(({ id }) => ({ path: { id } })),
    { staleTime: 300_000 },
  );
  return useMemo(() => {
    const pending = asked.findIndex(({ data, error }) => data === undefined && !error);
    const loaded = first
      .slice(0, pending < 0 ? first.length : pending)
      // A call that was erased in the meantime is as in the session: without messages.
      .map((call, index) => asked[index]?.data?.call ?? call);
    const told = newMessages(loaded.map(conversationOf));
    const paired = pairTools(told);
    return {
      calls: loaded.map((call, index) => ({ call, messages: paired[index] ?? [] })),
      messages: told.flat(),
      isLoading: pending >= 0,
      error: asked.find(({ error }) => error && !isGone(error))?.error ?? null,
      left: calls.length - first.length,
      more: () => setShown((before) => before + STEP),
    };
  }, [asked, first, calls]);
}

export function SessionChatCard({ session, chat }: { session: Session; chat: SessionChat }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { calls, totals } = session;
  const turns = useMemo(() => turnsOf(chat.calls), [chat.calls]);
  const [newest] = chat.calls.slice(-1);
  const isEmpty = chat.messages.length === 0 && !chat.isLoading && !chat.error;
  return (
    <Card
      title={texts.timeline}
      {...(isEmpty ? {} : { actions: <TextModeChoice /> })}
      {...(totals.calls > calls.length
        ? { about: texts.newest(format.count(calls.length), format.count(totals.calls)) }
        : {})}
    >
      {chat.error ? <ErrorNotice error={chat.error} /> : null}
      {isEmpty && newest && <NoContent call={newest.call} />}
      <ol className="grid min-w-0 grid-cols-1 gap-2">
        {turns.map((turn, index) => (
          <SessionTurn key={turn.key} turn={turn} number={index + 1} saysEmpty={!isEmpty} />
        ))}
      </ol>
      {chat.isLoading && <SkeletonRows rows={4} />}
      {chat.left > 0 && !chat.isLoading && (
        <div className="flex justify-center">
          <Button onClick={chat.more}>{texts.more(format.count(Math.min(chat.left, STEP)))}</Button>
        </div>
      )}
    </Card>
  );
}
