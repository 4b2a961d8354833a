// One session: its totals, and its calls in order as turns of a conversation.
import { useParams } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useGet, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Card,
  CopyButton,
  Duration,
  EmptyState,
  Loaded,
  Money,
  Page,
  Skeleton,
  SkeletonRows,
  Stat,
  Time,
  Tokens,
} from '#ui';
import { sessionTexts } from './texts.ts';
import { SessionTurn } from './session-turn.tsx';
import { turnsOf, userOf } from './turns.ts';
import { useAllOpened } from './use-opened.ts';

export function SessionPage() {
  const texts = useTexts(sessionTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/query/session/{id}', { path: { id } });
  return (
    <Page
      title={texts.oneTitle}
      about={
        <span className="flex min-w-0 items-center gap-1">
          <code className="truncate font-mono text-sm" title={id}>
            {id}
          </code>
          <CopyButton text={id} what={texts.theId} />
        </span>
      }
      actions={
        asked.data && (
          <ButtonLink to="/calls" search={{ sessionId: id }} size="small">
            {texts.asList}
          </ButtonLink>
        )
      }
    >
      <Loaded of={asked} error="card" skeleton={<Loading />} missing={<Missing />}>
        {(data) => (
          <>
            <Figures session={data} />
            <Timeline session={data} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

type Session = Schemas['CallSession'];

function Figures({ session: { calls, totals } }: { session: Session }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const users = [...new Set(calls.flatMap((call) => userOf(call) ?? []))];
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
        <Stat label={texts.stats.calls} value={format.count(totals.calls)} />
        <Stat label={texts.stats.cost} value={<Money usd={totals.costUsd} />} />
        <Stat label={texts.stats.tokens} value={<Tokens count={totals.totalTokens} />} />
        <Stat
          label={texts.stats.errors}
          value={
            <span className={totals.errors > 0 ? 'text-bad' : undefined}>{format.count(totals.errors)}</span>
          }
        />
        <Stat
          label={texts.stats.length}
          value={
            <Duration
              ms={totals.calls === 1 ? null : Date.parse(totals.endTime) - Date.parse(totals.startTime)}
            />
          }
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

const STEP = 50;

function Timeline({ session: { calls, totals } }: { session: Session }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const turns = useMemo(() => turnsOf(calls), [calls]);
  const [shown, setShown] = useState(STEP);
  const { allOpen, toggleAll } = useAllOpened();
  const left = turns.length - shown;
  return (
    <Card
      title={texts.timeline}
      actions={
        <Button size="small" aria-expanded={allOpen} onClick={toggleAll}>
          {allOpen ? texts.hideAll : texts.sayAll}
        </Button>
      }
      {...(totals.calls > calls.length
        ? { about: texts.newest(format.count(calls.length), format.count(totals.calls)) }
        : {})}
    >
      <ol className="grid min-w-0">
        {turns.slice(0, shown).map((turn, index) => (
          <SessionTurn key={turn.key} turn={turn} number={index + 1} />
        ))}
      </ol>
      {left > 0 && (
        <div className="flex justify-center">
          <Button onClick={() => setShown(shown + STEP)}>
            {texts.more(format.count(Math.min(left, STEP)))}
          </Button>
        </div>
      )}
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
