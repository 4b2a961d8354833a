// The users of the application with the totals of their calls, found by a part of their id.
import { UserRound } from 'lucide-react';
import { useMemo } from 'react';
import { allRows, useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useListState, type Sorts } from '#lib/list-state';
import { writeWindow } from '#lib/time-window';
import { useNarrow } from '#lib/use-media';
import { useWindow } from '#lib/url-state';
import {
  Ago,
  ButtonLink,
  ListPage,
  ListSummary,
  Money,
  NothingListed,
  TextLink,
  Tokens,
  type VirtualColumn,
  UnpricedNote,
} from '#ui';
import { userTexts } from './texts.ts';

type User = Schemas['UserSummary'];

const MOST = 200;
const SORTS: Sorts<'lastSeen' | 'calls' | 'sessions' | 'cost' | 'tokens' | 'errors'> = {
  by: ['lastSeen', 'calls', 'sessions', 'cost', 'tokens', 'errors'],
  usual: { column: 'lastSeen', order: 'desc' },
  onlyDown: true,
};
const STANDARD = ['user', 'calls', 'sessions', 'tokens', 'cost', 'errors', 'lastSeen', 'links'] as const;
const NARROW = ['user', 'calls', 'lastSeen'] as const;

const keyOf = ({ userId }: User) => userId;

export function UsersPage() {
  const texts = useTexts(userTexts);
  const narrow = useNarrow();
  const format = useFormat();
  const state = useListState(SORTS);
  const { startTime, endTime, search } = state.body;
  const asked = useAsk(
    '/v1/query/users',
    {
      startTime,
      ...(endTime === undefined ? {} : { endTime }),
      ...(search === undefined ? {} : { search }),
      sortBy: state.sorting.column,
      limit: MOST,
    },
    { keepPrevious: true },
  );
  const total = asked.data?.total ?? 0;
  const list = allRows(asked, ({ users }) => users);
  const { choice } = state;
  const linkOf = ({ userId }: User) =>
    ({ to: '/users/$id', params: { id: userId }, search: writeWindow(choice) }) as const;
  const shown = format.count(list.rows.length);
  return (
    <ListPage
      name="users"
      texts={texts}
      about={texts.about}
      state={state}
      list={list}
      columns={useUserColumns(narrow)}
      standard={narrow ? NARROW : STANDARD}
      rowKey={keyOf}
      link={linkOf}
      summary={(onRefresh) => (
        <ListSummary
          text={
            asked.data === undefined
              ? ''
              : total > list.rows.length
                ? texts.someOf(shown, format.count(total))
                : texts.count(shown)
          }
          asOf={asked.data === undefined ? null : state.now}
          isFetching={asked.isFetching}
          onRefresh={onRefresh}
        />
      )}
      empty={
        <NothingListed
          state={{ ...state, isNarrowed: search !== undefined }}
          icon={<UserRound size={22} aria-hidden />}
          texts={texts}
          longest="30d"
          actions={<ButtonLink to="/start">{texts.toStart}</ButtonLink>}
        />
      }
    />
  );
}

type Column = VirtualColumn<User>;

function useUserColumns(narrow: boolean): readonly Column[] {
  const texts = useTexts(userTexts);
  const format = useFormat();
  const { choice } = useWindow();
  return useMemo(() => {
    const titles = texts.columns;
    const window = writeWindow(choice);
    const number = (id: string, yields: number, cell: Column['cell']) =>
      ({ id, width: '100px', number: true, yields, cell }) as const;
    const made: Omit<Column, 'title'>[] = [
      {
        id: 'user',
        width: 'minmax(140px, 2fr)',
        cell: ({ userId }) => (
          <TextLink
            to="/users/$id"
            params={{ id: userId }}
            search={window}
            title={userId}
            className="block truncate"
          >
            {userId}
          </TextLink>
        ),
      },
      {
        id: 'calls',
        width: narrow ? '64px' : '100px',
        number: true,
        cell: ({ calls }) => format.count(calls),
      },
      number('sessions', 3, ({ sessions }) => format.count(sessions)),
      number('tokens', 2, ({ totalTokens }) => <Tokens count={totalTokens} />),
      number('cost', 5, ({ costUsd, unpriced }) => (
        <>
          <Money usd={costUsd} />
          <UnpricedNote calls={unpriced?.calls} short />
        </>
      )),
      number('errors', 4, ({ errors }) => (
        <span className={errors > 0 ? 'font-medium text-bad' : 'text-muted'}>{format.count(errors)}</span>
      )),
      { id: 'lastSeen', width: '112px', cell: ({ lastSeen }) => <Ago at={lastSeen} /> },
      {
        id: 'links',
        width: '190px',
        yields: 1,
        cell: ({ userId }) => <Links search={{ userId, ...window }} />,
      },
    ];
    return made.map((column) => Object.assign(column, { title: titles[column.id as keyof typeof titles] }));
  }, [texts, format, narrow, choice]);
}

/** What the user did, in the lists of records. */
function Links({ search }: { search: { userId: string } & ReturnType<typeof writeWindow> }) {
  const texts = useTexts(userTexts);
  return (
    <span className="flex gap-3">
      {(
        [
          ['/calls', texts.toCalls],
          ['/sessions', texts.toSessions],
          ['/traces', texts.toTraces],
        ] as const
      ).map(([to, name]) => (
        <TextLink key={to} to={to} search={search} aria-label={texts.of(name, search.userId)}>
          {name}
        </TextLink>
      ))}
    </span>
  );
}
