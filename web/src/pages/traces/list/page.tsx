// The list of traces: what each run of an agent was asked, what it answered, and what it took. Its whole
// state is in the URL.
import { ListTree } from 'lucide-react';
import { useAsk, useProjectId, useSession } from '#api';
import { useTexts } from '#i18n';
import { useNarrow } from '#lib/use-media';
import { AddToQueue, ButtonLink, Chip, ListPage, NothingListed, RecordTabs, TableSkeleton } from '#ui';
import { NARROW, STANDARD, useAllColumns } from './columns.tsx';
import { useTraceListState, type TraceListState } from './list-state.ts';
import { tracesTexts } from './texts.ts';
import { TraceFacets } from './trace-facets.tsx';
import { FLAGS, TEXTS, withoutField } from './trace-filter.ts';
import { CompareTwo, useTwoRuns } from './two-runs.tsx';
import type { Trace } from './types.ts';
import { startWalk, useTraces } from './walk.ts';

const NARROW_ROW = 76;
/** Two lines of preview. */
const ROW = 52;

const keyOf = ({ traceId }: Trace) => traceId;
const linkOf = ({ traceId }: Trace) => ({ to: '/traces/$id', params: { id: traceId } }) as const;

export function TracesPage() {
  const texts = useTexts(tracesTexts);
  const narrow = useNarrow();
  const projectId = useProjectId();
  const { role } = useSession();
  const state = useTraceListState();
  const list = useTraces(state.body);
  const two = useTwoRuns();
  const { ofTraces, setOfTraces } = state;
  return (
    <ListPage
      name="traces"
      texts={texts}
      tabs={<RecordTabs current="traces" />}
      state={state}
      list={list}
      columns={useAllColumns(narrow)}
      standard={narrow ? NARROW : STANDARD}
      rowKey={keyOf}
      rowHeight={narrow ? NARROW_ROW : ROW}
      link={linkOf}
      onLeave={() => startWalk(projectId, state.body)}
      filters={{
        of: 'runs',
        also: { ...ofTraces },
        own: <TraceFacets filter={ofTraces} onChange={setOfTraces} rows={list.rows} />,
        chips: <Chips state={state} />,
        count: Object.keys(ofTraces).length,
      }}
      lead={two.column}
      keys={{ x: two.toggle }}
      tools={
        <>
          <CompareTwo chosen={two.chosen} />
          {role !== 'viewer' && <AddToQueue calls={{ traceFilter: state.body }} short />}
        </>
      }
      empty={<NoTraces state={state} />}
    />
  );
}

function Chips({ state: { ofTraces, setOfTraces } }: { state: TraceListState }) {
  const texts = useTexts(tracesTexts);
  if (Object.keys(ofTraces).length === 0) return null;
  const remove = (name: keyof typeof ofTraces) => () => setOfTraces(withoutField(ofTraces, name));
  return (
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
  );
}

function NoTraces({ state }: { state: TraceListState }) {
  const texts = useTexts(tracesTexts);
  const { isNarrowed } = state;
  const options = { staleTime: 5_000, enabled: !isNarrowed };
  const newest = useAsk('/v1/query/traces', { limit: 1 }, options);
  const never = !isNarrowed && newest.data?.traces.length === 0;
  const calls = useAsk('/v1/query/calls', { limit: 1 }, { ...options, enabled: never });
  if (!isNarrowed && newest.isPending) return <TableSkeleton rowHeight={ROW} />;
  return (
    <NothingListed
      state={state}
      icon={<ListTree size={22} aria-hidden />}
      texts={texts}
      never={never}
      longest="30d"
      searchesMessages
      actions={(calls.data?.records.length ?? 0) > 0 && <ButtonLink to="/calls">{texts.toCalls}</ButtonLink>}
    />
  );
}
