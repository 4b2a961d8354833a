// Sessions, most recently active first, found by a search or by a filter.
import { MessagesSquare } from 'lucide-react';
import { useMemo } from 'react';
import { useAskPages, useRows, useSession, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useListState, type Sorts } from '#lib/list-state';
import { writeWindow } from '#lib/time-window';
import { useNarrow } from '#lib/use-media';
import { useWindow } from '#lib/url-state';
import {
  AddToQueue,
  Ago,
  AppLink,
  ButtonLink,
  Duration,
  ListPage,
  Money,
  NothingListed,
  Tokens,
  type VirtualColumn,
  UnpricedNote,
} from '#ui';
import { sessionTexts } from './texts.ts';

type Session = Schemas['SessionSummary'];

const PAGE = 50;
/** The session over its id and models. */
const ROW = 52;
const STANDARD = ['session', 'user', 'last', 'length', 'calls', 'tokens', 'cost', 'errors'] as const;
const NARROW = ['session', 'last'] as const;

/** The columns by which the service sorts, and their names there. */
const SORTED_BY = {
  last: 'endTime',
  length: 'durationMs',
  calls: 'calls',
  tokens: 'totalTokens',
  cost: 'costUsd',
  errors: 'errors',
} as const;
type SortedBy = keyof typeof SORTED_BY;
const SORTS: Sorts<SortedBy> = {
  by: Object.keys(SORTED_BY) as SortedBy[],
  usual: { column: 'last', order: 'desc' },
};

const keyOf = ({ sessionId }: Session) => sessionId;
const linkOf = ({ sessionId }: Session) => ({ to: '/sessions/$id', params: { id: sessionId } }) as const;
const sessionsIn = ({ sessions }: { sessions: readonly Session[] }) => sessions;

export function SessionsPage() {
  const texts = useTexts(sessionTexts);
  const narrow = useNarrow();
  const { role } = useSession();
  const state = useListState(SORTS);
  const { column, order } = state.sorting;
  // Latest activity first needs no sorting.
  const isUsual = column === SORTS.usual.column && order === SORTS.usual.order;
  const sorting = isUsual ? {} : { sortBy: SORTED_BY[column], sortOrder: order };
  const asked = useAskPages(
    '/v1/query/sessions',
    { ...state.body, ...sorting, limit: PAGE, preview: true },
    { keepPrevious: true },
  );
  return (
    <ListPage
      name="sessions"
      texts={texts}
      about={texts.about}
      state={state}
      list={useRows(asked, sessionsIn)}
      columns={useSessionColumns(narrow)}
      standard={narrow ? NARROW : STANDARD}
      rowKey={keyOf}
      rowHeight={ROW}
      link={linkOf}
      filters={{ of: 'sessions' }}
      tools={
        role !== 'viewer' && <AddToQueue calls={{ sessionFilter: { ...state.body, ...sorting } }} short />
      }
      empty={
        <NothingListed
          state={state}
          icon={<MessagesSquare size={22} aria-hidden />}
          texts={texts}
          longest="30d"
          actions={<ButtonLink to="/start">{texts.toStart}</ButtonLink>}
        />
      }
    />
  );
}

type Column = VirtualColumn<Session>;

function useSessionColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  return useMemo(() => {
    const titles = texts.columns;
    const made: Omit<Column, 'title'>[] = [
      { id: 'session', width: 'minmax(180px, 3fr)', cell: (session) => <Named session={session} /> },
      { id: 'user', width: 'minmax(128px, 1fr)', yields: 5, cell: ({ users }) => <Users users={users} /> },
      {
        id: 'last',
        width: narrow ? '112px' : '120px',
        cell: ({ endTime, costUsd }) => (
          <span className="grid">
            <Ago at={endTime} />
            {narrow && (
              <span className="text-xs text-muted">
                <Money usd={costUsd} />
              </span>
            )}
          </span>
        ),
      },
      {
        id: 'length',
        width: '92px',
        yields: 2,
        number: true,
        cell: ({ durationMs, calls }) => <Duration ms={calls === 1 ? null : durationMs} />,
      },
      { id: 'calls', width: '76px', yields: 4, number: true, cell: ({ calls }) => format.count(calls) },
      {
        id: 'tokens',
        width: '84px',
        yields: 1,
        number: true,
        cell: ({ totalTokens }) => <Tokens count={totalTokens} />,
      },
      {
        id: 'cost',
        width: '116px',
        yields: 6,
        number: true,
        cell: ({ costUsd, unpriced }) => (
          <>
            <Money usd={costUsd} />
            <UnpricedNote calls={unpriced?.calls} short />
          </>
        ),
      },
      {
        id: 'errors',
        width: '76px',
        yields: 3,
        number: true,
        cell: ({ errors }) => (
          <span className={errors > 0 ? 'font-medium text-bad' : 'text-muted'}>{format.count(errors)}</span>
        ),
      },
    ];
    return made.map((column) => Object.assign(column, { title: titles[column.id as keyof typeof titles] }));
  }, [texts, format, narrow]);
}

/** Named by its first message, or by its id alone if no message is stored. */
function Named({ session: { sessionId, firstMessage, models } }: { session: Session }) {
  const isNamed = firstMessage !== null && firstMessage !== undefined;
  return (
    <span className="grid min-w-0">
      <AppLink
        {...linkOf({ sessionId } as Session)}
        title={firstMessage ?? sessionId}
        className="truncate font-medium text-accent underline-offset-3 hover:underline"
      >
        {firstMessage ?? sessionId}
      </AppLink>
      <span className="truncate text-xs text-muted">
        {isNamed && (
          <>
            <span className="font-mono" title={sessionId}>
              {sessionId}
            </span>
            {' · '}
          </>
        )}
        <span title={models.join(', ')}>{models.join(', ')}</span>
      </span>
    </span>
  );
}

function Users({ users: [user, ...others] }: { users: readonly string[] }) {
  const texts = useTexts(sessionTexts);
  const { choice } = useWindow();
  if (user === undefined) return <span className="text-muted">–</span>;
  return (
    <span className="flex min-w-0 items-baseline gap-1" title={[user, ...others].join(', ')}>
      <AppLink
        to="/sessions"
        search={{ userId: user, ...writeWindow(choice) }}
        className="truncate hover:underline"
      >
        {user}
      </AppLink>
      {others.length > 0 && <span className="text-xs text-muted">{texts.andMore(others.length)}</span>}
    </span>
  );
}
