// The list of calls: search, filter, sort, saved views and export. Its whole state is in the URL.
import { List, ListFilter, RefreshCw, SearchX } from 'lucide-react';
import { useCallback, useEffect, useRef, useState, type ReactNode } from 'react';
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import { partsOf } from '#lib/call-filter';
import { useUrl } from '#lib/url-state';
import { useNarrow } from '#lib/use-media';
import {
  Button,
  ButtonLink,
  Card,
  ColumnChoice,
  EmptyState,
  ErrorNotice,
  FilterChips,
  IconButton,
  Loaded,
  LoadMore,
  Page,
  Skeleton,
  Waiting,
  WindowPicker,
  useColumns,
} from '#ui';
import { CallList, gridIn } from './call-list.tsx';
import { NARROW, STANDARD, useAllColumns } from './columns.tsx';
import { ExportMenu } from './export-menu.tsx';
import { FilterDialog } from './filter-dialog.tsx';
import { useListState, type ListState } from './list-state.ts';
import { SavedViews } from './saved-views.tsx';
import { SearchBox } from './search-box.tsx';
import { callsTexts } from './texts.ts';
import { useCalls, useTotal, type Total } from './use-calls.ts';

export function CallsPage() {
  const texts = useTexts(callsTexts);
  const [, change] = useUrl();
  const state = useListState();
  const { filter, setFilter, body } = state;
  const narrow = useNarrow();
  const all = useAllColumns(narrow);
  const { columns, toggle } = useColumns(narrow ? 'calls-narrow' : 'calls', all, narrow ? NARROW : STANDARD);
  const calls = useCalls(body);
  const total = useTotal(body);
  const place = useRef<HTMLDivElement>(null);
  const [filtering, setFiltering] = useState(false);
  const toList = useCallback(() => gridIn(place.current)?.focus(), []);
  useArrowIntoList(toList);
  const searched = filter.search !== undefined;
  const search = useCallback(
    // One step back leaves the search, no matter how often the text changed.
    (text: string) => change({ search: text === '' ? undefined : text }, { replace: searched }),
    [change, searched],
  );
  const { search: _words, ...chips } = filter;
  return (
    <Page title={texts.title} actions={<WindowPicker choice={state.choice} onChange={state.choose} />}>
      <div className="grid min-w-0 gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <SearchBox value={filter.search ?? ''} onChange={search} onLeave={toList} />
          <Button size="small" icon={<ListFilter size={16} aria-hidden />} onClick={() => setFiltering(true)}>
            {texts.filter}
          </Button>
          <SavedViews parts={state} />
          <ColumnChoice all={all} shown={columns} onToggle={toggle} />
          <ExportMenu body={body} />
        </div>
        <FilterChips
          filter={chips}
          onChange={(next) => setFilter(searched ? { ...next, search: filter.search ?? '' } : next)}
        />
        <Summary state={state} calls={calls} total={total} />
        <Calls state={state} calls={calls} total={total}>
          <CallList
            place={place}
            columns={columns}
            rows={calls.rows}
            total={total.count}
            narrow={narrow}
            question={JSON.stringify(body)}
            sorting={state.order}
            onSort={state.setOrder}
            onEndNear={calls.more}
          />
        </Calls>
      </div>
      <FilterDialog
        open={filtering}
        onClose={() => setFiltering(false)}
        filter={filter}
        onChange={setFilter}
        body={body}
      />
    </Page>
  );
}

interface Listed {
  state: ListState;
  calls: ReturnType<typeof useCalls>;
  total: Total;
}

/** The number of calls, as far as it is known. */
function Summary({ state, calls: { asked, rows, looking }, total: { count, counting } }: Listed) {
  const texts = useTexts(callsTexts);
  const format = useFormat();
  const known = Math.max(count ?? 0, rows.length);
  const text =
    count !== undefined || !asked.hasNextPage
      ? texts.count(format.count(known))
      : counting
        ? texts.atLeast(format.count(known))
        : texts.countMore(format.count(known));
  return (
    <div className="flex min-h-8 items-center justify-between gap-3 text-sm text-muted">
      <p aria-live="polite">
        {looking ? texts.looking : asked.data === undefined ? '' : text}
        {asked.data !== undefined && (
          <span className="max-sm:hidden"> · {texts.asOf(format.time(state.now, 'clock'))}</span>
        )}
      </p>
      <IconButton
        label={texts.refresh}
        disabled={asked.isFetching}
        icon={<RefreshCw size={16} aria-hidden className={asked.isFetching ? 'animate-spin' : undefined} />}
        onClick={state.renew}
      />
    </div>
  );
}

function Calls({ state, calls: { asked, rows, looking }, children }: Listed & { children: ReactNode }) {
  return (
    <Loaded
      of={asked}
      keepStale={rows.length > 0}
      error="card"
      skeleton={<TableSkeleton />}
      empty={rows.length === 0 && (looking ? <TableSkeleton /> : <Nothing state={state} />)}
    >
      {() => (
        <>
          <div
            className={asked.isPlaceholderData ? 'min-w-0 opacity-60' : 'min-w-0'}
            aria-busy={asked.isPlaceholderData}
          >
            {children}
          </div>
          {asked.isError && (
            <>
              <ErrorNotice error={asked.error} />
              <LoadMore pages={asked} />
            </>
          )}
        </>
      )}
    </Loaded>
  );
}

const TableSkeleton = () => (
  <Waiting>
    <div className="overflow-hidden rounded-lg border bg-surface">
      {Array.from({ length: 14 }, (_, index) => (
        <div key={index} className="flex h-10 items-center gap-6 border-b px-3 last:border-b-0">
          <Skeleton className="h-4 w-28 max-sm:hidden" />
          <Skeleton className="h-4 w-32 flex-1" />
          <Skeleton className="h-4 w-16 max-sm:hidden" />
          <Skeleton className="h-4 w-14" />
          <Skeleton className="h-4 w-14" />
          <Skeleton className="h-4 w-56 max-md:hidden" />
        </div>
      ))}
    </div>
  </Waiting>
);

/** No calls at all, none in this window, or none that match: each case suggests a different next step. */
function Nothing({ state }: { state: ListState }) {
  const texts = useTexts(callsTexts);
  const narrowed = partsOf(state.filter).length > 0;
  const newest = useAsk('/v1/query/calls', { limit: 1 }, { staleTime: 5_000, enabled: !narrowed });
  if (!narrowed && newest.isPending) return <TableSkeleton />;
  const never = !narrowed && newest.data?.records.length === 0;
  const about = never ? 'never' : narrowed ? 'filter' : 'window';
  const widest = 'preset' in state.choice && state.choice.preset === '30d';
  return (
    <Card>
      <EmptyState
        icon={narrowed ? <SearchX size={22} aria-hidden /> : <List size={22} aria-hidden />}
        title={texts.empty[about]}
        actions={
          never ? (
            <ButtonLink to="/start" look="main">
              {texts.toStart}
            </ButtonLink>
          ) : (
            <>
              {narrowed && (
                <Button look="main" onClick={() => state.setFilter({})}>
                  {texts.withoutFilter}
                </Button>
              )}
              {!widest && (
                <Button look={narrowed ? 'plain' : 'main'} onClick={() => state.choose({ preset: '30d' })}>
                  {texts.wider}
                </Button>
              )}
            </>
          )
        }
      >
        {texts.emptyAbout[about]}
      </EmptyState>
    </Card>
  );
}

/** When nothing else has the focus, the down arrow moves into the list. */
function useArrowIntoList(focus: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      if (event.key !== 'ArrowDown' && event.key !== 'j') return;
      if (event.target !== document.body || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      focus();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [focus]);
}
