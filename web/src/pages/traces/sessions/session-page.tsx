// One session: its totals, and its calls in order as turns of a conversation.
import { useParams } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useGet, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeWindow } from '#lib/time-window';
import {
  AddToQueue,
  Breadcrumbs,
  ButtonLink,
  Card,
  Comments,
  CopyButton,
  Duration,
  EmptyState,
  Loaded,
  Money,
  Page,
  ScoreList,
  Skeleton,
  SkeletonRows,
  Stat,
  Time,
  Tokens,
  UnpricedNote,
} from '#ui';
import { firstSentence } from './first-sentence.ts';
import { SessionChatCard, useSessionChat } from './session-chat.tsx';
import { sessionTexts } from './texts.ts';
import { turnUser } from './turns.ts';

type Session = Schemas['CallSession'];

export function SingleSessionPage() {
  const texts = useTexts(sessionTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/query/session/{id}', { path: { id } });
  if (asked.data) return <TheSession key={id} session={asked.data} />;
  return (
    <Page
      title={texts.oneTitle}
      crumbs={<Breadcrumbs list={{ name: texts.title, to: '/sessions' }} here={texts.oneTitle} />}
      about={<SessionId id={id} />}
    >
      <Loaded of={asked} error="card" skeleton={<Loading />} missing={<Missing />}>
        {() => null}
      </Loaded>
    </Page>
  );
}

function SessionId({ id }: { id: string }) {
  const texts = useTexts(sessionTexts);
  return (
    <span className="flex min-w-0 items-center gap-1">
      <code className="truncate font-mono text-sm" title={id}>
        {id}
      </code>
      <CopyButton text={id} what={texts.theId} />
    </span>
  );
}

/** The window includes its start and not its end. */
const windowOfSession = ({ startTime, endTime }: Session['totals']) =>
  writeWindow({ from: startTime, to: new Date(Date.parse(endTime) + 1_000).toISOString() });

function TheSession({ session }: { session: Session }) {
  const texts = useTexts(sessionTexts);
  const { role } = useSession();
  const chat = useSessionChat(session);
  const { sessionId, calls, totals, scores } = session;
  const [user, ...others] = usersOf(session);
  return (
    <Page
      title={firstSentence(chat.messages) ?? texts.oneTitle}
      crumbs={
        <Breadcrumbs
          list={{ name: texts.title, to: '/sessions' }}
          userId={others.length === 0 ? (user ?? null) : null}
          at={totals.endTime}
          here={texts.oneTitle}
        />
      }
      about={<SessionId id={sessionId} />}
      actions={
        <>
          {role !== 'viewer' && <AddToQueue calls={{ sessionIds: [sessionId] }} short />}
          <ButtonLink
            to={totals.calls === 0 ? '/spans' : '/calls'}
            search={{ sessionId, ...windowOfSession(totals) }}
            size="small"
          >
            {totals.calls === 0 ? texts.asSpans : texts.asList}
          </ButtonLink>
        </>
      }
    >
      <Figures session={session} />
      {scores.length > 0 && (
        <Card title={texts.scores}>
          <div className="max-h-80 overflow-y-auto" tabIndex={0} role="group" aria-label={texts.scores}>
            <ScoreList scores={scores} linked={new Set(calls.map(({ id }) => id))} />
          </div>
        </Card>
      )}
      <SessionChatCard session={session} chat={chat} />
      <Card title={texts.comments}>
        <Comments on={{ sessionId }} />
      </Card>
    </Page>
  );
}

const usersOf = ({ calls }: Session): string[] => [...new Set(calls.flatMap((call) => turnUser(call) ?? []))];

function Figures({ session }: { session: Session }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { totals } = session;
  const users = usersOf(session);
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
        <Stat label={texts.stats.calls} value={format.count(totals.calls)} />
        <Stat label={texts.stats.cost} value={<Money usd={totals.costUsd} />}>
          <UnpricedNote calls={totals.unpriced?.calls} />
        </Stat>
        <Stat label={texts.stats.tokens} value={<Tokens count={totals.totalTokens} />} />
        <Stat
          label={texts.stats.errors}
          value={
            <span className={totals.errors > 0 ? 'text-bad' : undefined}>{format.count(totals.errors)}</span>
          }
        />
        <Stat
          label={texts.stats.length}
          value={<Duration ms={Date.parse(totals.endTime) - Date.parse(totals.startTime)} />}
        >
          <p className="text-xs text-muted">
            <Time at={totals.startTime} />
          </p>
        </Stat>
        {users.length > 0 && (
          <Stat
            label={texts.stats.user}
            value={
              <span className="block max-w-full truncate" title={users.join(', ')}>
                {users.length === 1 ? users[0] : texts.users(users.length)}
              </span>
            }
          />
        )}
      </div>
    </Card>
  );
}

const Loading = () => (
  <>
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
        {Array.from({ length: 5 }, (_, index) => (
          <div key={index} className="grid gap-2">
            <Skeleton className="h-4 w-16" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
    </Card>
    <Card>
      <SkeletonRows rows={6} />
    </Card>
  </>
);

function Missing() {
  const texts = useTexts(sessionTexts);
  return (
    <Card>
      <EmptyState
        icon={<MessagesSquare size={22} aria-hidden />}
        title={texts.missing}
        actions={
          <ButtonLink to="/sessions" look="main">
            {texts.back}
          </ButtonLink>
        }
      >
        {texts.missingAbout}
      </EmptyState>
    </Card>
  );
}
