// The parts of the list around its rows: the count, the loading and error states, and why it is empty.
import { ListTree, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsk } from '#api';
import { useFormat, useTexts } from '#i18n';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorNotice,
  ListSummary,
  Loaded,
  LoadMore,
  SearchedWithoutMessages,
  Skeleton,
  Waiting,
} from '#ui';
import type { ListState } from './list-state.ts';
import { tracesTexts } from './texts.ts';
import type { useTraces } from './use-traces.ts';

interface Listed {
  state: ListState;
  traces: ReturnType<typeof useTraces>;
}

export function TracesSummary({ state, traces: { asked, rows, looking } }: Listed) {
  const texts = useTexts(tracesTexts);
  const format = useFormat();
  const count = format.count(rows.length);
  const text = asked.hasNextPage ? texts.countMore(count) : texts.count(count);
  return (
    <ListSummary
      text={looking ? texts.looking : asked.data === undefined ? '' : text}
      asOf={asked.data === undefined ? null : state.now}
      isFetching={asked.isFetching}
      onRefresh={state.renew}
    />
  );
}

export function TraceStates({
  state,
  traces: { asked, rows, looking },
  children,
}: Listed & { children: ReactNode }) {
  return (
    <Loaded
      of={asked}
      keepStale={rows.length > 0}
      error="card"
      skeleton={<TableSkeleton />}
      empty={rows.length === 0 && (looking ? <TableSkeleton /> : <NoTraces state={state} />)}
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
      {Array.from({ length: 10 }, (_, index) => (
        <div key={index} className="flex h-13 items-center gap-6 border-b px-3 last:border-b-0">
          <Skeleton className="h-4 w-28" />
          <div className="grid flex-1 gap-1.5">
            <Skeleton className="h-3.5 w-3/4" />
            <Skeleton className="h-3.5 w-1/2" />
          </div>
          <Skeleton className="h-4 w-16 max-sm:hidden" />
          <Skeleton className="h-4 w-14 max-sm:hidden" />
          <Skeleton className="h-4 w-14 max-md:hidden" />
        </div>
      ))}
    </div>
  </Waiting>
);

/** No traces at all, none in this window, or none that match: each case suggests a different next step. */
function NoTraces({ state }: { state: ListState }) {
  const texts = useTexts(tracesTexts);
  const { isNarrowed } = state;
  const options = { staleTime: 5_000, enabled: !isNarrowed };
  const newest = useAsk('/v1/query/traces', { limit: 1 }, options);
  const never = !isNarrowed && newest.data?.traces.length === 0;
  const calls = useAsk('/v1/query/calls', { limit: 1 }, { ...options, enabled: never });
  if (!isNarrowed && newest.isPending) return <TableSkeleton />;
  const about = never ? 'never' : isNarrowed ? 'filter' : 'window';
  const widest = 'preset' in state.choice && state.choice.preset === '30d';
  return (
    <Card>
      <EmptyState
        icon={isNarrowed ? <SearchX size={22} aria-hidden /> : <ListTree size={22} aria-hidden />}
        title={texts.empty[about]}
        actions={
          never ? (
            <>
              <ButtonLink to="/start" look="main">
                {texts.toStart}
              </ButtonLink>
              {(calls.data?.records.length ?? 0) > 0 && <ButtonLink to="/calls">{texts.toCalls}</ButtonLink>}
            </>
          ) : (
            <>
              {isNarrowed && (
                <Button look="main" onClick={() => state.setFilters({}, {})}>
                  {texts.withoutFilter}
                </Button>
              )}
              {!widest && (
                <Button look={isNarrowed ? 'plain' : 'main'} onClick={() => state.choose({ preset: '30d' })}>
                  {texts.wider}
                </Button>
              )}
            </>
          )
        }
      >
        {texts.emptyAbout[about]}
      </EmptyState>
      {state.filter.search !== undefined && <SearchedWithoutMessages />}
    </Card>
  );
}
