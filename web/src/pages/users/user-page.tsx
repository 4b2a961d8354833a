// One user: the totals of their calls in the window, and their newest sessions.
import { useParams } from '@tanstack/react-router';
import { UserRound } from 'lucide-react';
import { useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeWindow } from '#lib/time-window';
import { useWindow } from '#lib/url-state';
import {
  Ago,
  Breadcrumbs,
  ButtonLink,
  Card,
  CopyButton,
  EmptyState,
  Loaded,
  Money,
  NameAndId,
  Page,
  SkeletonRows,
  Stat,
  Table,
  TextLink,
  Tokens,
  WindowPicker,
  type TableColumn,
  UnpricedNote,
} from '#ui';
import { userTexts } from './texts.ts';

type User = Schemas['UserSummary'];
type Session = Schemas['SessionSummary'];

export function UserPage() {
  const texts = useTexts(userTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const { choice, choose, window } = useWindow();
  const asked = useAsk('/v1/query/users', { ...window, userId: id, limit: 1 }, { keepPrevious: true });
  const ofUser = { userId: id, ...writeWindow(choice) };
  return (
    <Page
      title={id}
      crumbs={<Breadcrumbs list={{ name: texts.title, to: '/users' }} here={texts.one} />}
      about={
        <span className="-ml-2.5 inline-block">
          <CopyButton text={id} what={texts.theId} />
        </span>
      }
      actions={
        <>
          <ButtonLink to="/calls" search={ofUser} size="small">
            {texts.viewCalls}
          </ButtonLink>
          <ButtonLink to="/traces" search={ofUser} size="small">
            {texts.viewTraces}
          </ButtonLink>
          <WindowPicker choice={choice} onChange={choose} />
        </>
      }
    >
      <Loaded
        of={asked}
        error="card"
        skeleton={
          <Card>
            <SkeletonRows rows={2} />
          </Card>
        }
        empty={asked.data?.users.length === 0 && <Nothing />}
      >
        {({ users: [user] }) => user && <Figures user={user} />}
      </Loaded>
      <Sessions userId={id} />
    </Page>
  );
}

function Nothing() {
  const texts = useTexts(userTexts);
  return (
    <Card>
      <EmptyState
        icon={<UserRound size={22} aria-hidden />}
        title={texts.nothing}
        actions={
          <ButtonLink to="/users" look="main">
            {texts.back}
          </ButtonLink>
        }
      >
        {texts.nothingAbout}
      </EmptyState>
    </Card>
  );
}

function Figures({ user }: { user: User }) {
  const texts = useTexts(userTexts);
  const format = useFormat();
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-[repeat(5,minmax(0,1fr))_auto]">
        <Stat label={texts.columns.calls} value={format.count(user.calls)} />
        <Stat label={texts.columns.sessions} value={format.count(user.sessions)} />
        <Stat label={texts.columns.cost} value={<Money usd={user.costUsd} />}>
          <UnpricedNote calls={user.unpriced?.calls} />
        </Stat>
        <Stat label={texts.columns.tokens} value={<Tokens count={user.totalTokens} />} />
        <Stat
          label={texts.columns.errors}
          value={
            <span className={user.errors > 0 ? 'text-bad' : undefined}>{format.count(user.errors)}</span>
          }
        />
        <Stat label={texts.columns.lastSeen} value={<Ago at={user.lastSeen} />}>
          <p className="text-xs text-muted">
            {texts.firstSeen} <Ago at={user.firstSeen} />
          </p>
        </Stat>
      </div>
    </Card>
  );
}

const NEWEST = 20;

function Sessions({ userId }: { userId: string }) {
  const texts = useTexts(userTexts);
  const format = useFormat();
  const { choice, window } = useWindow();
  const asked = useAsk(
    '/v1/query/sessions',
    { ...window, userId, limit: NEWEST, preview: true },
    { keepPrevious: true },
  );
  const columns: TableColumn<Session>[] = [
    {
      id: 'session',
      title: texts.session,
      cell: ({ sessionId, firstMessage }) => (
        <TextLink to="/sessions/$id" params={{ id: sessionId }} className="block max-w-50 sm:max-w-80">
          <NameAndId name={firstMessage ?? null} id={sessionId} />
        </TextLink>
      ),
    },
    { id: 'last', title: texts.lastCall, cell: ({ endTime }) => <Ago at={endTime} /> },
    { id: 'calls', title: texts.columns.calls, number: true, cell: ({ calls }) => format.count(calls) },
    {
      id: 'tokens',
      title: texts.columns.tokens,
      number: true,
      wideOnly: true,
      cell: ({ totalTokens }) => <Tokens count={totalTokens} />,
    },
    {
      id: 'cost',
      title: texts.columns.cost,
      number: true,
      wideOnly: true,
      cell: ({ costUsd }) => <Money usd={costUsd} />,
    },
  ];
  return (
    <Card
      title={texts.sessionsOf}
      actions={
        <TextLink to="/sessions" search={{ userId, ...writeWindow(choice) }} className="text-sm">
          {texts.allSessions}
        </TextLink>
      }
    >
      <Loaded
        of={asked}
        skeleton={<SkeletonRows rows={4} />}
        empty={asked.data?.sessions.length === 0 && <p className="text-muted">{texts.noSessions}</p>}
      >
        {({ sessions }) => (
          <Table
            label={texts.newest}
            columns={columns}
            rows={sessions}
            rowKey={({ sessionId }) => sessionId}
          />
        )}
      </Loaded>
    </Card>
  );
}
