// Where to find a session: by its id, or among those that the newest calls belong to.
import { useNavigate } from '@tanstack/react-router';
import { MessagesSquare } from 'lucide-react';
import { useAskPages } from '#api';
import { useFormat, useTexts } from '#i18n';
import { writeWindow } from '#lib/time-window';
import { useCallFilter, useWindow } from '#lib/url-state';
import {
  Ago,
  AppLink,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  Field,
  FilterChips,
  Form,
  Input,
  Money,
  Page,
  SkeletonRows,
  Table,
  TextLink,
  Tokens,
  WindowPicker,
  type TableColumn,
} from '#ui';
import { sessionsOf, type SeenSession } from './session-list.ts';
import { sessionTexts } from './session-texts.ts';

const PAGE = 200;

export function SessionsPage() {
  const texts = useTexts(sessionTexts);
  const { choice, choose } = useWindow();
  return (
    <Page
      title={texts.title}
      about={texts.about}
      actions={<WindowPicker choice={choice} onChange={choose} />}
    >
      <ById />
      <Recent />
    </Page>
  );
}

function ById() {
  const texts = useTexts(sessionTexts);
  const navigate = useNavigate();
  const open = ({ id = '' }: Record<string, string>) => {
    if (id.trim() !== '') void navigate({ to: '/sessions/$id', params: { id: id.trim() } });
  };
  return (
    <Form onSubmit={open} error={null} fields={['id']}>
      <div className="flex max-w-xl items-end gap-2">
        <Field label={texts.byId} className="min-w-0 flex-1">
          <Input
            name="id"
            required
            maxLength={256}
            placeholder={texts.byIdHint}
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
  const format = useFormat();
  const { window, choose } = useWindow();
  const [filter, setFilter] = useCallFilter();
  const list = useAskPages('/v1/query/calls', { ...window, ...filter, limit: PAGE }, { keepPrevious: true });
  const calls = list.data?.pages.flatMap(({ records }) => records) ?? [];
  const sessions = sessionsOf(calls);
  return (
    <>
      <FilterChips filter={filter} onChange={setFilter} />
      <Card title={texts.list}>
        {list.isPending ? (
          <SkeletonRows rows={8} />
        ) : list.isError ? (
          <ErrorState error={list.error} onRetry={() => void list.refetch()} />
        ) : calls.length === 0 ? (
          <EmptyState
            icon={<MessagesSquare size={22} aria-hidden />}
            title={texts.empty}
            actions={
              <>
                <Button look="main" onClick={() => choose({ preset: '30d' })}>
                  {texts.wider}
                </Button>
                <ButtonLink to="/start">{texts.toStart}</ButtonLink>
              </>
            }
          >
            {texts.emptyAbout}
          </EmptyState>
        ) : (
          <>
            <p className="text-sm text-muted">
              {list.hasNextPage
                ? texts.seen(format.count(calls.length))
                : texts.seenAll(format.count(calls.length))}
            </p>
            {sessions.length === 0 ? (
              <EmptyState icon={<MessagesSquare size={22} aria-hidden />} title={texts.none}>
                {texts.noneAbout}
              </EmptyState>
            ) : (
              <SessionTable sessions={sessions} />
            )}
            {list.hasNextPage && (
              <div className="flex justify-center">
                <Button busy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                  {texts.older}
                </Button>
              </div>
            )}
          </>
        )}
      </Card>
    </>
  );
}

function SessionTable({ sessions }: { sessions: readonly SeenSession[] }) {
  const texts = useTexts(sessionTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const columns: TableColumn<SeenSession>[] = [
    {
      id: 'session',
      title: texts.columns.session,
      cell: ({ id, models }) => (
        <div className="grid min-w-0">
          <TextLink
            to="/sessions/$id"
            params={{ id }}
            title={id}
            className="block max-w-36 truncate sm:max-w-72"
          >
            {id}
          </TextLink>
          <span className="block max-w-36 truncate text-xs text-muted sm:max-w-72" title={models.join(', ')}>
            {models.join(', ')}
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
          <span className="text-muted">{texts.noUser}</span>
        ) : (
          <span className="inline-flex max-w-48 items-baseline gap-1" title={[user, ...others].join(', ')}>
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
    { id: 'last', title: texts.columns.last, cell: ({ lastAt }) => <Ago at={lastAt} /> },
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
      cell: ({ tokens }) => <Tokens count={tokens} />,
    },
    {
      id: 'cost',
      title: texts.columns.cost,
      number: true,
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
  return <Table label={texts.title} columns={columns} rows={sessions} rowKey={({ id }) => id} />;
}
