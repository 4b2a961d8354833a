// The list in each of its states: loading, failed, empty for one of three reasons, and with rows.
import { List, SearchX } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAsk } from '#api';
import { useTexts } from '#i18n';
import { filterParts } from '#lib/call-filter';
import {
  Button,
  ButtonLink,
  Card,
  EmptyState,
  ErrorNotice,
  Loaded,
  LoadMore,
  SearchedWithoutMessages,
  Skeleton,
  Waiting,
} from '#ui';
import type { CallListState } from './list-state.ts';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';
import type { useCalls } from './use-calls.ts';

interface ListedProps {
  state: CallListState;
  calls: ReturnType<typeof useCalls>;
  rows: readonly ListedCallData[];
  children: ReactNode;
}

export function Listed({ state, calls: { asked, looking }, rows, children }: ListedProps) {
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
function Nothing({ state }: { state: CallListState }) {
  const texts = useTexts(callsTexts);
  const narrowed = filterParts(state.filter).length > 0;
  const newest = useAsk('/v1/query/calls', { limit: 1 }, { staleTime: 5_000, enabled: !narrowed });
  if (!narrowed && newest.isPending) return <TableSkeleton />;
  const never = !narrowed && newest.data?.records.length === 0;
  const about = never ? 'never' : narrowed ? 'filter' : 'window';
  const widest = 'preset' in state.choice && state.choice.preset === '90d';
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
                <Button look={narrowed ? 'plain' : 'main'} onClick={() => state.choose({ preset: '90d' })}>
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
