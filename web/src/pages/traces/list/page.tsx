// The list of traces: what each run of an agent was asked, what it answered, and what it took. Its whole
// state is in the URL.
import { useNavigate } from '@tanstack/react-router';
import { ListFilter } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useProjectId } from '#api';
import { useTexts } from '#i18n';
import { stored, useStored } from '#lib/stored';
import { useUrl } from '#lib/url-state';
import { useNarrow } from '#lib/use-media';
import {
  Button,
  Chip,
  ColumnChoice,
  FacetSidebar,
  FilterChips,
  Page,
  RecordTabs,
  SearchBox,
  useColumns,
  useListPlace,
  VirtualTable,
  WindowPicker,
} from '#ui';
import { NARROW, STANDARD, useAllColumns } from './columns.tsx';
import { useListState, type ListState, type TracesBody } from './list-state.ts';
import { TracesSummary, TraceStates } from './states.tsx';
import { tracesTexts } from './texts.ts';
import { TraceFacets } from './trace-facets.tsx';
import { FLAGS, TEXTS, withoutField } from './trace-filter.ts';
import type { Trace } from './types.ts';
import { useTraces } from './use-traces.ts';
import { startWalk } from './walk.ts';

const facetsShown = stored<boolean>('traces.facets', (text) => text === 'true');

const NARROW_ROW = 76;
/** Two lines of preview. */
const ROW = 52;

export function TracesPage() {
  const texts = useTexts(tracesTexts);
  const navigate = useNavigate();
  const [, change] = useUrl();
  const state = useListState();
  const { filter, ofTraces, setFilters, body } = state;
  const projectId = useProjectId();
  const narrow = useNarrow();
  const all = useAllColumns(narrow);
  const { columns, toggle } = useColumns(
    narrow ? 'traces-narrow' : 'traces',
    all,
    narrow ? NARROW : STANDARD,
  );
  const traces = useTraces(body);
  const { rows } = traces;
  const { place, leave, focus } = useListPlace(`traces ${JSON.stringify(body)}`, rows.length > 0);
  const [sheet, setSheet] = useState(false);
  const beside = useStored(facetsShown);
  const showFacets = (show: boolean) => (narrow ? setSheet(show) : facetsShown.set(show));
  const shown = narrow ? sheet : beside;
  const searched = filter.search !== undefined;
  const search = useCallback(
    // One step back leaves the search, no matter how often the text changed.
    (text: string) => change({ search: text === '' ? undefined : text }, { replace: searched }),
    [change, searched],
  );
  const open = ({ traceId }: Trace) => {
    leave();
    startWalk(projectId, body);
    void navigate({ to: '/traces/$id', params: { id: traceId } });
  };
  return (
    <Page wide title={texts.title} actions={<WindowPicker choice={state.choice} onChange={state.choose} />}>
      <RecordTabs current="traces" />
      <div className="grid min-w-0 gap-3">
        <div className="flex min-w-0 flex-wrap items-center gap-2">
          <SearchBox
            label={texts.search}
            placeholder={texts.searchHint}
            value={filter.search ?? ''}
            onChange={search}
            onLeave={focus}
          />
          <Button
            size="small"
            icon={<ListFilter size={16} aria-hidden />}
            aria-expanded={shown}
            onClick={() => showFacets(!shown)}
          >
            {texts.filters}
          </Button>
          <ColumnChoice all={all} shown={columns} onToggle={toggle} />
        </div>
        <Chips state={state} />
        <div className="flex min-w-0 items-start gap-4">
          <FacetSidebar
            open={shown}
            onClose={() => showFacets(false)}
            asSheet={narrow}
            filter={filter}
            onChange={(next) => setFilters(next, ofTraces)}
            window={windowIn(body)}
          >
            <TraceFacets filter={ofTraces} onChange={(next) => setFilters(filter, next)} rows={rows} />
          </FacetSidebar>
          <div className="grid min-w-0 flex-1 grid-cols-1 gap-2">
            <TracesSummary state={state} traces={traces} />
            <TraceStates state={state} traces={traces}>
              <div ref={place} className="min-w-0">
                <VirtualTable
                  label={texts.title}
                  columns={columns}
                  rows={rows}
                  rowKey={({ traceId }) => traceId}
                  rowHeight={narrow ? NARROW_ROW : ROW}
                  onOpen={open}
                  link={linkOf}
                  onEndNear={traces.more}
                />
              </div>
            </TraceStates>
          </div>
        </div>
      </div>
    </Page>
  );
}

const linkOf = ({ traceId }: Trace) => ({ to: '/traces/$id', params: { id: traceId } }) as const;

const windowIn = ({ startTime, endTime }: TracesBody) =>
  endTime === undefined ? { startTime } : { startTime, endTime };

function Chips({ state: { filter, ofTraces, setFilters } }: { state: ListState }) {
  const texts = useTexts(tracesTexts);
  const { search, ...chips } = filter;
  const keepSearch = search === undefined ? {} : { search };
  const remove = (name: keyof typeof ofTraces) => () => setFilters(filter, withoutField(ofTraces, name));
  return (
    <div className="flex min-w-0 flex-wrap gap-2 empty:hidden">
      {Object.keys(ofTraces).length > 0 && (
        <ul aria-label={texts.traceFilters} className="flex min-w-0 flex-wrap items-center gap-2">
          {TEXTS.map((name) => {
            const value = ofTraces[name];
            return (
              value !== undefined && (
                <Chip key={name} name={texts.fields[name]} value={value} onRemove={remove(name)} />
              )
            );
          })}
          {FLAGS.map((name) => {
            const flag = ofTraces[name];
            return (
              flag !== undefined && (
                <Chip key={name} name={texts.flags[name][flag ? 'true' : 'false']} onRemove={remove(name)} />
              )
            );
          })}
        </ul>
      )}
      <FilterChips filter={chips} onChange={(next) => setFilters({ ...next, ...keepSearch }, ofTraces)} />
    </div>
  );
}
