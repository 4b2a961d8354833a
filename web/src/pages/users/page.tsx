// The users of the application with the totals of their calls, found by a part of their id.
import { UserRound } from 'lucide-react';
import { useAsk, type Schemas } from '#api';
import { useFormat, useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { writeWindow } from '#lib/time-window';
import { useUrl, useWindow } from '#lib/url-state';
import {
  Ago,
  Button,
  ButtonLink,
  Card,
  EmptyState,
  Field,
  Form,
  Input,
  Loaded,
  Money,
  Page,
  Select,
  SkeletonRows,
  Table,
  TextLink,
  Tokens,
  WindowPicker,
  type TableColumn,
} from '#ui';
import { userTexts } from './texts.ts';

type User = Schemas['UserSummary'];

const ORDERS = ['lastSeen', 'calls', 'sessions', 'cost', 'tokens', 'errors'] as const;
const MOST = 200;

export function UsersPage() {
  const texts = useTexts(userTexts);
  const format = useFormat();
  const { choice, choose, window } = useWindow();
  const [address, change] = useUrl();
  const search = first(address['search']) ?? '';
  const sortBy = ORDERS.find((order) => order === first(address['sort'])) ?? 'lastSeen';
  const asked = useAsk(
    '/v1/query/users',
    { ...window, sortBy, limit: MOST, ...(search === '' ? {} : { search }) },
    { keepPrevious: true },
  );
  return (
    <Page
      wide
      title={texts.title}
      about={texts.about}
      actions={<WindowPicker choice={choice} onChange={choose} />}
    >
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Form
          onSubmit={({ text = '' }) => change({ search: text.trim() || undefined })}
          error={null}
          fields={['text']}
        >
          <div className="flex items-center gap-2">
            <Field label={texts.search} hideLabel className="min-w-0">
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
            <Button type="submit">{texts.find}</Button>
          </div>
        </Form>
        <Field label={texts.sortBy} className="w-40">
          <Select
            value={sortBy}
            onChange={({ target: { value } }) => change({ sort: value === 'lastSeen' ? undefined : value })}
          >
            {ORDERS.map((order) => (
              <option key={order} value={order}>
                {texts.orders[order]}
              </option>
            ))}
          </Select>
        </Field>
      </div>
      <Card>
        <Loaded
          of={asked}
          keepStale
          skeleton={<SkeletonRows rows={8} />}
          empty={
            asked.data?.users.length === 0 && (
              <EmptyState
                icon={<UserRound size={22} aria-hidden />}
                title={texts.empty}
                actions={
                  search === '' ? (
                    <>
                      <Button look="main" onClick={() => choose({ preset: '30d' })}>
                        {texts.wider}
                      </Button>
                      <ButtonLink to="/start">{texts.toStart}</ButtonLink>
                    </>
                  ) : (
                    <Button look="main" onClick={() => change({ search: undefined })}>
                      {texts.clear}
                    </Button>
                  )
                }
              >
                {search === '' ? texts.emptyAbout : texts.emptyFound}
              </EmptyState>
            )
          }
        >
          {({ users, total }) => (
            <div
              className={asked.isPlaceholderData ? 'opacity-60' : undefined}
              aria-busy={asked.isPlaceholderData}
            >
              <UserTable users={users} />
              {total > users.length && (
                <p className="pt-3 text-sm text-muted">
                  {texts.someOf(format.count(users.length), format.count(total))}
                </p>
              )}
            </div>
          )}
        </Loaded>
      </Card>
    </Page>
  );
}

function UserTable({ users }: { users: readonly User[] }) {
  const texts = useTexts(userTexts);
  const format = useFormat();
  const { choice } = useWindow();
  const window = writeWindow(choice);
  const number = (id: keyof typeof texts.columns, cell: TableColumn<User>['cell']): TableColumn<User> => ({
    id,
    title: texts.columns[id],
    number: true,
    wideOnly: true,
    cell,
  });
  const columns: TableColumn<User>[] = [
    {
      id: 'user',
      title: texts.columns.user,
      cell: ({ userId }) => (
        <TextLink
          to="/users/$id"
          params={{ id: userId }}
          search={window}
          title={userId}
          className="block max-w-50 truncate sm:max-w-80"
        >
          {userId}
        </TextLink>
      ),
    },
    { ...number('calls', ({ calls }) => format.count(calls)), wideOnly: false },
    number('sessions', ({ sessions }) => format.count(sessions)),
    number('tokens', ({ totalTokens }) => <Tokens count={totalTokens} />),
    number('cost', ({ costUsd }) => <Money usd={costUsd} />),
    number('errors', ({ errors }) => (
      <span className={errors > 0 ? 'font-medium text-bad' : 'text-muted'}>{format.count(errors)}</span>
    )),
    { id: 'last', title: texts.columns.last, cell: ({ lastSeen }) => <Ago at={lastSeen} /> },
    {
      id: 'links',
      title: texts.columns.links,
      wideOnly: true,
      cell: ({ userId }) => (
        <span className="flex gap-3 text-sm">
          {(
            [
              ['/calls', texts.toCalls],
              ['/sessions', texts.toSessions],
              ['/traces', texts.toTraces],
            ] as const
          ).map(([to, name]) => (
            <TextLink key={to} to={to} search={{ userId, ...window }} aria-label={texts.of(name, userId)}>
              {name}
            </TextLink>
          ))}
        </span>
      ),
    },
  ];
  return <Table label={texts.title} columns={columns} rows={users} rowKey={({ userId }) => userId} />;
}
