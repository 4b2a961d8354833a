// Sessions, most recently active first, found by a search or by a filter.
import { MessagesSquare } from 'lucide-react';
import { useAskPages, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { useAsOf } from '#lib/as-of';
import { filterParts } from '#lib/call-filter';
import { chosenWindow, writeWindow } from '#lib/time-window';
import { useCallFilter, useWindow } from '#lib/url-state';
import {
  Ago,
  AppLink,
  Button,
  ButtonLink,
  Card,
  Duration,
  EmptyState,
  ErrorNotice,
  Field,
  FilterChips,
  Form,
  Input,
  ListSummary,
  Loaded,
  LoadMore,
  Money,
  Page,
  SkeletonRows,
  Table,
  TextLink,
  Tokens,
  WindowPicker,
  type TableColumn,
} from '#ui';
import { sessionTexts } from './texts.ts';

type Session = Schemas['SessionSummary'];

const PAGE = 50;

export function SessionsPage() {
  const texts = useTexts(sessionTexts);
  const { choice, choose } = useWindow();
  return (
    <Page
      wide
      title={texts.title}
      about={texts.about}
      actions={<WindowPicker choice={choice} onChange={choose} />}
    >
      <Search />
      <Recent />
    </Page>
  );
}

function Search() {
  const texts = useTexts(sessionTexts);
  const [filter, setFilter] = useCallFilter();
  const { search = '', ...rest } = filter;
  const find = ({ text = '' }: Record<string, string>) =>
    setFilter(text.trim() === '' ? rest : { ...rest, search: text.trim() });
  return (
    <Form onSubmit={find} error={null} fields={['text']}>
      <div className="flex max-w-md items-center gap-2">
        <Field label={texts.search} hideLabel className="min-w-0 flex-1">
          <Input
            key={search}
            name="text"
            type="search"
            defaultValue={search}
            maxLength={256}
            placeholder={texts.searchHint}
            autoComplete="off"
            spellCheck={false}
          />
        </Field>
        <Button type="submit">{texts.go}</Button>
      </div>
    </Form>
  );
}

function Recent() {
  const texts = useTexts(sessionTexts);
  const { choice, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const format = useFormat();
  // A snapshot until the user renews it: a query that changes every minute would discard the loaded pages.
  const [now, renew] = useAsOf();
  const { startTime, endTime } = chosenWindow(choice, now);
  const list = useAskPages(
    '/v1/query/sessions',
    // "Until now" includes calls that arrived since the page was opened.
    { startTime, ...('preset' in choice ? {} : { endTime }), ...filter, limit: PAGE, preview: true },
    { keepPrevious: true },
  );
  const sessions = list.data?.pages.flatMap((page) => page.sessions) ?? [];
  const narrowed = filterParts(filter).length > 0;
  const widest = 'preset' in choice && choice.preset === '30d';
  return (
    <>
      <FilterChips filter={filter} onChange={setFilter} />
      <ListSummary
        text={
          list.data === undefined
            ? ''
            : (list.hasNextPage ? texts.countMore : texts.count)(format.count(sessions.length))
        }
        asOf={list.data === undefined ? null : now}
        isFetching={list.isFetching}
        onRefresh={renew}
      />
      <Card>
        <Loaded
          of={list}
          keepStale={sessions.length > 0}
          skeleton={<SkeletonRows rows={8} />}
          empty={
            sessions.length === 0 && (
              <EmptyState
                icon={<MessagesSquare size={22} aria-hidden />}
                title={texts.empty}
                actions={
                  <>
                    {narrowed && (
                      <Button look="main" onClick={() => setFilter({})}>
                        {texts.withoutFilter}
                      </Button>
                    )}
                    {!widest && (
                      <Button look={narrowed ? 'plain' : 'main'} onClick={() => choose({ preset: '30d' })}>
                        {texts.wider}
                      </Button>
                    )}
                    {!narrowed && <ButtonLink to="/start">{texts.toStart}</ButtonLink>}
                  </>
                }
              >
                {narrowed ? texts.emptyFiltered : texts.emptyAbout}
              </EmptyState>
            )
          }
        >
          {() => (
            <>
              <div
                className={list.isPlaceholderData ? 'opacity-60' : undefined}
                aria-busy={list.isPlaceholderData}
              >
                <SessionTable sessions={sessions} />
              </div>
              {list.isError && <ErrorNotice error={list.error} />}
              <LoadMore pages={list} />
            </>
          )}
        </Loaded>
      </Card>
    </>
  );
}

function SessionTable({ sessions }: { sessions: readonly Session[] }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const columns: TableColumn<Session>[] = [
    {
      id: 'session',
      title: texts.columns.session,
      cell: ({ sessionId, firstMessage, models }) => (
        <div className="grid min-w-0">
          <TextLink
            to="/sessions/$id"
            params={{ id: sessionId }}
            title={firstMessage ?? sessionId}
            className="block max-w-50 truncate sm:max-w-80 xl:max-w-md 2xl:max-w-2xl"
          >
            {firstMessage ?? sessionId}
          </TextLink>
          <span className="block max-w-50 truncate text-xs text-muted sm:max-w-80 xl:max-w-md 2xl:max-w-2xl">
            {firstMessage !== null && firstMessage !== undefined && (
              <>
                <span className="font-mono" title={sessionId}>
                  {sessionId}
                </span>
                {' · '}
              </>
            )}
            <span title={models.join(', ')}>{models.join(', ')}</span>
          </span>
        </div>
      ),
    },
    {
      id: 'user',
      title: texts.columns.user,
      wideOnly: true,
      cell: ({ users: [user, ...others] }) =>
        user === undefined ? (
          <span className="text-muted">–</span>
        ) : (
          <span className="inline-flex max-w-40 items-baseline gap-1" title={[user, ...others].join(', ')}>
            <AppLink
              to="/sessions"
              search={{ userId: user, ...writeWindow(choice) }}
              className="truncate hover:underline"
            >
              {user}
            </AppLink>
            {others.length > 0 && <span className="text-xs text-muted">{texts.andMore(others.length)}</span>}
          </span>
        ),
    },
    {
      id: 'last',
      title: texts.columns.last,
      cell: ({ endTime, costUsd }) => (
        <div className="grid">
          <Ago at={endTime} />
          <span className="text-xs text-muted md:hidden">
            <Money usd={costUsd} />
          </span>
        </div>
      ),
    },
    {
      id: 'length',
      title: texts.columns.length,
      number: true,
      wideOnly: true,
      cell: ({ durationMs, calls }) => <Duration ms={calls === 1 ? null : durationMs} />,
    },
    {
      id: 'calls',
      title: texts.columns.calls,
      number: true,
      wideOnly: true,
      cell: ({ calls }) => format.count(calls),
    },
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
    {
      id: 'errors',
      title: texts.columns.errors,
      number: true,
      wideOnly: true,
      cell: ({ errors }) => (
        <span className={errors > 0 ? 'font-medium text-bad' : 'text-muted'}>{format.count(errors)}</span>
      ),
    },
  ];
  return (
    <Table label={texts.title} columns={columns} rows={sessions} rowKey={({ sessionId }) => sessionId} />
  );
}
