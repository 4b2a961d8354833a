// The list of calls: search, facets, calls over time, a drawer, live calls, saved views, actions on chosen
// calls and export. Everything that users may want to share is in the URL.
import { ListFilter } from 'lucide-react';
import { Suspense, lazy, useCallback, useMemo, useState } from 'react';
import { useSession } from '#api';
import { useTexts } from '#i18n';
import { filterParts } from '#lib/call-filter';
import { first } from '#lib/search-text';
import { stored, useStored } from '#lib/stored';
import { useUrl } from '#lib/url-state';
import { useNarrow, useVeryWide } from '#lib/use-media';
import {
  Button,
  ColumnChoice,
  FacetSidebar,
  FilterChips,
  FixButton,
  Page,
  RecordTabs,
  SearchBox,
  WindowPicker,
  useColumns,
  useListPlace,
} from '#ui';
import { AddFilteredToQueue } from './add-filtered-to-queue.tsx';
import { AddFiltered } from './add-filtered.tsx';
import { CallList } from './call-list.tsx';
import { NARROW_CALL_COLUMNS, STANDARD_CALL_COLUMNS, useCallColumns } from './columns.tsx';
import { ExportButton } from './export-dialog.tsx';
import { NEWEST_FIRST, useCallListState } from './list-state.ts';
import { Listed } from './listed.tsx';
import { useLive, useNewCount } from './live.ts';
import { Peek } from './peek.tsx';
import { SavedViews } from './saved-views.tsx';
import { useSelectColumn } from './select-column.tsx';
import { useSelection } from './selection.ts';
import { CallsSummary } from './summary.tsx';
import { useFaultName } from './use-fault-name.ts';
import { callsTexts } from './texts.ts';
import { useCalls } from './use-calls.ts';
import { useVolume } from './volume.ts';
import { VolumeChart } from './volume-chart.tsx';

/** Null until the user chooses; the default depends on the width. */
const facetsShown = stored<boolean | null>('calls.facets', (text) =>
  text === null ? null : text === 'true',
);

/** Loaded on demand, because most visits select no calls. */
const BulkBar = lazy(async () => ({ default: (await import('./bulk-bar.tsx')).BulkBar }));

const NONE: ReadonlySet<string> = new Set();
/** Live calls are added while the first row is in view. */
const NEAR_PX = 20;

export function CallListPage() {
  const texts = useTexts(callsTexts);
  const [search, change] = useUrl();
  const state = useCallListState();
  const { filter, setFilter, body, choice, choose } = state;
  const { role, account } = useSession();
  const mayAdd = role !== 'viewer' && account.plan !== 'free';
  const narrow = useNarrow();
  const wide = useVeryWide();
  const question = useMemo(() => JSON.stringify(body), [body]);
  const calls = useCalls(body);
  const volume = useVolume(body, choice, state.now);

  // Only a list of the newest calls up to now can grow at its top.
  const newestFirst = state.order.column === NEWEST_FIRST.column && state.order.order === NEWEST_FIRST.order;
  const mayGrow = 'preset' in choice && newestFirst && filter.search === undefined;
  const [live, setLive] = useState(false);
  const [atTop, setAtTop] = useState(true);
  const liveOn = live && mayGrow;
  const { rows: all, fresh } = useLive(body, calls.rows, {
    on: liveOn && atTop && calls.asked.isSuccess && !calls.asked.isPlaceholderData,
    question,
    onGap: state.renew,
  });
  const newCount = useNewCount(body, all, state.now, mayGrow && !liveOn && calls.asked.isSuccess);
  const [gone, setGone] = useState(NONE);
  const rows = useMemo(() => (gone.size === 0 ? all : all.filter(({ id }) => !gone.has(id))), [all, gone]);

  const selection = useSelection(rows, question);
  const offered = useCallColumns(narrow);
  const { columns, toggle } = useColumns(
    narrow ? 'calls-narrow' : 'calls',
    offered,
    narrow ? NARROW_CALL_COLUMNS : STANDARD_CALL_COLUMNS,
  );
  const selectColumn = useSelectColumn(selection, rows.length);
  // A phone has no room for the checkboxes.
  const shown = useMemo(
    () => (narrow ? columns : [selectColumn, ...columns]),
    [narrow, selectColumn, columns],
  );

  const { place, leave, focus: toList, toTop } = useListPlace(`calls ${question}`, rows.length > 0);
  const peeked = first(search['peek']);
  const peek = useCallback(
    // One step back closes the drawer, no matter how many calls were viewed.
    (id: string | undefined) => {
      change({ peek: id }, { replace: peeked !== undefined });
      if (id === undefined) toList();
    },
    [change, peeked, toList],
  );

  const fault = useFaultName(filter);
  const searched = filter.search !== undefined;
  const look = useCallback(
    // One step back leaves the search, no matter how often the text changed.
    (text: string) => change({ search: text === '' ? undefined : text }, { replace: searched }),
    [change, searched],
  );
  const { search: _words, ...chips } = filter;
  const chosenFacets = useStored(facetsShown);
  const [sheet, setSheet] = useState(false);
  const beside = !narrow && (chosenFacets ?? wide);
  const count = filterParts(chips).length;
  const renew = () => {
    state.renew();
    // A custom window does not change the query, so it has to be refetched.
    if (!('preset' in choice)) void calls.asked.refetch();
    toTop();
  };
  return (
    <Page wide title={texts.title} actions={<WindowPicker choice={choice} onChange={choose} />}>
      <RecordTabs current="calls" />
      <div className="grid min-w-0 gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <SearchBox
            label={texts.search}
            placeholder={texts.searchHint}
            value={filter.search ?? ''}
            onChange={look}
            onLeave={toList}
          />
          <Button
            size="small"
            icon={<ListFilter size={16} aria-hidden />}
            aria-expanded={narrow ? sheet : beside}
            onClick={() => (narrow ? setSheet(true) : facetsShown.set(!beside))}
          >
            {texts.filters}
            {count > 0 && <span className="text-muted">{count}</span>}
          </Button>
          <SavedViews parts={state} />
          <ColumnChoice all={offered} shown={columns} onToggle={toggle} />
          <ExportButton body={body} />
          {mayAdd && !searched && filter.scores === undefined && (
            <AddFiltered body={body} matched={volume.count} />
          )}
          {fault !== null && role !== 'viewer' && <FixButton name={fault} calls={{ query: body }} />}
          {role !== 'viewer' && !searched && filter.scores === undefined && (
            <AddFilteredToQueue body={body} matched={volume.count} />
          )}
        </div>
        <FilterChips
          filter={chips}
          onChange={(next) => setFilter(searched ? { ...next, search: filter.search ?? '' } : next)}
        />
        <div className="flex min-w-0 items-start gap-4">
          <FacetSidebar
            open={narrow ? sheet : beside}
            onClose={() => (narrow ? setSheet(false) : facetsShown.set(false))}
            asSheet={narrow}
            filter={filter}
            onChange={setFilter}
            window={
              body.endTime === undefined
                ? { startTime: body.startTime }
                : { startTime: body.startTime, endTime: body.endTime }
            }
          />
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <VolumeChart volume={volume} onChoose={choose} />
            {selection.chosen.size > 0 ? (
              <Suspense fallback={<div className="h-11" />}>
                <BulkBar
                  selection={selection}
                  onErased={(ids) => setGone((before) => new Set([...before, ...ids]))}
                />
              </Suspense>
            ) : (
              <CallsSummary
                calls={calls}
                shown={rows.length}
                total={volume.count === undefined ? undefined : volume.count + fresh}
                counting={volume.counting}
                asOf={state.now}
                onRefresh={renew}
                newCount={newCount}
                live={mayGrow ? { on: live, paused: liveOn && !atTop, onChange: setLive } : null}
              />
            )}
            <Listed state={state} calls={calls} rows={rows}>
              <CallList
                place={place}
                columns={shown}
                rows={rows}
                total={volume.count}
                narrow={narrow}
                onLeave={leave}
                peeked={peeked}
                onPeek={peek}
                onSelect={(id) => selection.toggle(id, false)}
                sorting={state.order}
                onSort={state.setOrder}
                onEndNear={calls.more}
                onScroll={(top) => setAtTop(top <= NEAR_PX)}
              />
            </Listed>
          </div>
        </div>
      </div>
      {peeked !== undefined && <Peek id={peeked} rows={rows} onPeek={peek} />}
    </Page>
  );
}
