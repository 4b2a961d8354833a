// A session as a chat: what each call adds, in turns, with the pauses between.
import type { Message } from '@tracewell/sdk/reading';
import { useMemo } from 'react';
import { useGetPages, useProjectId, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { Button, Card, ErrorNotice, NoContent, SkeletonRows, TextModeChoice, pairTools } from '#ui';
import { startWalk } from '../list/walk.ts';
import { SessionTurn } from './session-turn.tsx';
import { sessionTexts } from './texts.ts';
import { turnsOf, type TurnCall } from './turns.ts';

type Session = Schemas['CallSession'];

/** Calls whose messages are loaded at a time. */
const STEP = 30;

interface SessionChat {
  /** The calls loaded so far, each with the messages that it adds. */
  calls: TurnCall[];
  messages: Message[];
  isLoading: boolean;
  /** Why no messages, or no more of them, could be loaded. */
  error: unknown;
  left: number;
  more: () => void;
}

/** Loads the calls of a session with their messages, oldest first, with one request for each step. */
export function useSessionChat({ sessionId, calls, totals }: Session): SessionChat {
  const asked = useGetPages(
    '/v1/query/session/{id}/conversation',
    { path: { id: sessionId }, query: { limit: STEP } },
    { staleTime: 300_000 },
  );
  const { data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage } = asked;
  return useMemo(() => {
    const steps = data?.pages.flatMap((page) => page.steps) ?? [];
    const added = steps.map(({ input, output }) => [
      ...input.flatMap(({ messages }) => messages ?? []),
      ...output,
    ]);
    const paired = pairTools(added);
    const said = steps.map(({ call, omitted }, index) => ({ call, omitted, messages: paired[index] ?? [] }));
    // If the messages could not be loaded, the calls of the session are shown without them.
    const bare = calls.map((call) => ({ call, omitted: false, messages: [] }));
    return {
      calls: !data && error ? bare : said,
      messages: added.flat(),
      isLoading: isPending || isFetchingNextPage,
      error,
      // Calls may have arrived since the totals were counted.
      left: hasNextPage ? Math.max(1, totals.calls - steps.length) : 0,
      more: () => void fetchNextPage(),
    };
  }, [data, error, isPending, isFetchingNextPage, hasNextPage, fetchNextPage, calls, totals]);
}

export function SessionChatCard({ session, chat }: { session: Session; chat: SessionChat }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const turns = useMemo(() => turnsOf(chat.calls), [chat.calls]);
  const projectId = useProjectId();
  const traces = [...new Set(session.calls.flatMap(({ traceId }) => traceId ?? []))];
  const [newest] = chat.calls.slice(-1);
  const isEmpty = chat.messages.length === 0 && !chat.isLoading && !chat.error;
  return (
    <Card title={texts.timeline} {...(isEmpty ? {} : { actions: <TextModeChoice /> })}>
      {chat.error ? <ErrorNotice error={chat.error} /> : null}
      {isEmpty && newest && <NoContent call={newest.call} />}
      {session.totals.calls === 0 && <p className="text-sm text-muted">{texts.noCalls}</p>}
      <ol className="grid min-w-0 grid-cols-1 gap-2">
        {turns.map((turn, index) => (
          <SessionTurn
            key={turn.key}
            turn={turn}
            number={index + 1}
            saysEmpty={!isEmpty && !chat.error}
            onTrace={() => startWalk(projectId, traces)}
          />
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
