// The list of calls: search, facets, calls over time, a drawer, live calls, saved views, actions on chosen
// calls and export. Everything that users may want to share is in the URL.
import { List } from 'lucide-react';
import { Suspense, lazy, useMemo } from 'react';
import { useAsk, useSession } from '#api';
import { useTexts } from '#i18n';
import type { CallFilter } from '#lib/call-filter';
import { useNarrow, useVeryWide } from '#lib/use-media';
import { AddToQueue, FixButton, fixTexts, ListPage, NothingListed, RecordTabs, TableSkeleton } from '#ui';
import { AddFiltered } from './add-filtered.tsx';
import { NARROW_CALL_COLUMNS, STANDARD_CALL_COLUMNS, useCallColumns } from './columns.tsx';
import { ExportButton } from './export-dialog.tsx';
import { useCallListState, type CallListState, type CallsBody } from './list-state.ts';
import { Peek } from './peek.tsx';
import { SavedViews } from './saved-views.tsx';
import { useSelectColumn } from './select-column.tsx';
import { useSelection } from './selection.ts';
import { CallsSummary } from './summary.tsx';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';
import { useCalls, type ListedCalls } from './use-calls.ts';
import { VolumeChart } from './volume-chart.tsx';

/** Loaded on demand, because most visits select no calls. */
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

const NARROW_ROW = { rowHeight: 72 };
const keyOf = ({ id }: ListedCallData) => id;
const linkOf = ({ id }: ListedCallData) => ({ to: '/calls/$id', params: { id } }) as const;

export function CallListPage() {
  const texts = useTexts(callsTexts);
  const narrow = useNarrow();
  const wide = useVeryWide();
  const state = useCallListState();
  const calls = useCalls(state);
  const { list, volume } = calls;
  const selection = useSelection(
    list.rows,
    useMemo(() => JSON.stringify(state.body), [state.body]),
  );
  return (
    <ListPage
      name="calls"
      texts={texts}
      tabs={<RecordTabs current="calls" />}
      state={state}
      list={list}
      columns={useCallColumns(narrow)}
      standard={narrow ? NARROW_CALL_COLUMNS : STANDARD_CALL_COLUMNS}
      lead={useSelectColumn(selection, list.rows.length)}
      rowKey={keyOf}
      {...(narrow ? NARROW_ROW : {})}
      link={linkOf}
      keys={{ x: ({ id }) => selection.toggle(id, false) }}
      peek={(id, onPeek) => <Peek id={id} rows={list.rows} onPeek={onPeek} />}
      filters={{ shown: wide }}
      tools={<Tools state={state} calls={calls} />}
      above={<VolumeChart volume={volume} onChoose={state.choose} />}
      summary={(onRefresh) =>
        selection.chosen.size > 0 ? (
          <Suspense fallback={<div className="h-11" />}>
            <BulkBar selection={selection} onErased={calls.drop} />
          </Suspense>
        ) : (
          <CallsSummary calls={calls} asOf={state.now} onRefresh={onRefresh} />
        )
      }
      empty={<NoCalls state={state} />}
      {...(volume.count === undefined ? {} : { total: volume.count })}
      onScroll={calls.onScroll}
    />
  );
}

function Tools({ state, calls: { volume } }: { state: CallListState; calls: ListedCalls }) {
  const { role, account } = useSession();
  const { body, filter } = state;
  const fault = useFaultName(filter);
  // What a search or a score finds cannot be added as a whole.
  const mayAdd = role !== 'viewer' && filter.search === undefined && filter.scores === undefined;
  return (
    <>
      <SavedViews parts={state} />
      <ExportButton body={body} />
      {mayAdd && account.plan !== 'free' && <AddFiltered filter={filterIn(body)} matched={volume.count} />}
      {fault !== null && role !== 'viewer' && <FixButton name={fault} calls={{ query: body }} />}
      {mayAdd && <AddToQueue calls={{ filter: filterIn(body), matched: volume.count }} short />}
    </>
  );
}

/** Without the order, and without what the service cannot add by. */
const filterIn = ({
  sortBy: _by,
  sortOrder: _order,
  search: _words,
  scores: _scores,
  ...filter
}: CallsBody) => filter;

/** What is wrong with the calls of a filter: an error, or a low score. Null if the filter is about neither. */
function useFaultName({ error, scores }: CallFilter): string | null {
  const texts = useTexts(callsTexts);
  const fixing = useTexts(fixTexts);
  if (error !== undefined && error !== false)
    return error === true ? texts.failedCalls : fixing.clusterOf(error);
  const low = scores?.find(({ op, value }) => op === 'lt' || op === 'lte' || value === false);
  return low ? fixing.lowScored(low.name) : null;
}

function NoCalls({ state }: { state: CallListState }) {
  const texts = useTexts(callsTexts);
  const { isNarrowed } = state;
  const newest = useAsk('/v1/query/calls', { limit: 1 }, { staleTime: 5_000, enabled: !isNarrowed });
  if (!isNarrowed && newest.isPending) return <TableSkeleton rowHeight={40} />;
  return (
    <NothingListed
      state={state}
      icon={<List size={22} aria-hidden />}
      texts={texts}
      never={!isNarrowed && newest.data?.records.length === 0}
      longest="90d"
      searchesMessages
    />
  );
}
