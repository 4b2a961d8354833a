// One trace: figures, warnings, the span tree with a waterfall, and the agent graph.
import { useParams } from '@tanstack/react-router';
import { Workflow } from 'lucide-react';
import { useMemo } from 'react';
import { useGet } from '#api';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { ButtonLink, Card, CopyButton, EmptyState, Loaded, Page, Segments, Skeleton, Waiting } from '#ui';
import { buildGraph } from '../graph/agent-graph.ts';
import { findCriticalPath } from './critical-path.ts';
import { GraphView } from '../graph/graph-view.tsx';
import { shortName } from './node-kind.tsx';
import type { Trace } from './spans.ts';
import { sumSubtrees } from './sums.ts';
import { traceTexts } from '../texts.ts';
import { TraceHead } from './trace-head.tsx';
import { TreeView } from './tree-view.tsx';
import { layOutTree } from './tree.ts';
import { useSpans } from './use-spans.ts';

export function TracePage() {
  const texts = useTexts(traceTexts);
  const { id = '' } = useParams({ strict: false }) as { id?: string };
  const asked = useGet('/v1/query/trace/{id}', { path: { id } });
  const session = asked.data?.spans.find(
    ({ sessionId }) => sessionId !== null && sessionId !== '',
  )?.sessionId;
  // The title is the name of the root span.
  const [root] = asked.data?.nodes ?? [];
  return (
    <Page
      title={root === undefined ? texts.title : shortName(root.name)}
      about={
        <span className="flex min-w-0 items-center gap-1">
          {root !== undefined && <span className="mr-1 shrink-0">{texts.title}</span>}
          <code className="truncate font-mono text-sm" title={id}>
            {id}
          </code>
          <CopyButton text={id} what={texts.theId} />
        </span>
      }
      actions={
        asked.data && (
          <>
            {session && (
              <ButtonLink to="/sessions/$id" params={{ id: session }} size="small">
                {texts.toSession}
              </ButtonLink>
            )}
            <ButtonLink to="/calls" search={{ traceId: id }} size="small">
              {texts.allCalls}
            </ButtonLink>
          </>
        )
      }
    >
      <Loaded of={asked} error="card" skeleton={<Loading />} missing={<Missing />}>
        {(data) => <TraceView trace={data} />}
      </Loaded>
    </Page>
  );
}

function TraceView({ trace }: { trace: Trace }) {
  const texts = useTexts(traceTexts);
  const [search, change] = useUrl();
  const { spans, missing } = useSpans(trace);
  const tree = useMemo(() => layOutTree(spans), [spans]);
  const sums = useMemo(() => sumSubtrees(tree), [tree]);
  const path = useMemo(() => findCriticalPath(tree), [tree]);
  const graph = useMemo(() => buildGraph(tree), [tree]);
  const view = first(search['view']) === 'graph' ? 'graph' : 'tree';
  return (
    <>
      <TraceHead trace={trace} tree={tree} sums={sums} missing={missing} />
      <div>
        <Segments
          label={texts.views}
          value={view}
          onChange={(next) => change({ view: next === 'tree' ? undefined : next })}
          options={(['tree', 'graph'] as const).map((value) => ({ value, label: texts.view[value] }))}
        />
      </div>
      {view === 'graph' ? (
        <GraphView graph={graph} />
      ) : (
        <TreeView key={missing ? 'first' : 'whole'} tree={tree} sums={sums} path={path} />
      )}
    </>
  );
}

const Loading = () => (
  <Waiting>
    <div className="grid gap-6">
      <Card>
        <div className="grid grid-cols-2 gap-x-6 gap-y-5 md:grid-cols-3 xl:grid-cols-6">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className="grid gap-2">
              <Skeleton className="h-4 w-16" />
              <Skeleton className="h-6 w-20" />
            </div>
          ))}
        </div>
      </Card>
      <Card>
        {Array.from({ length: 9 }, (_, index) => (
          <div key={index} className="grid grid-cols-2 gap-6">
            <span style={{ paddingLeft: (index % 4) * 14 }}>
              <Skeleton className="h-5" />
            </span>
            <span style={{ paddingLeft: `${index * 7}%`, paddingRight: `${(9 - index) * 5}%` }}>
              <Skeleton className="h-5" />
            </span>
          </div>
        ))}
      </Card>
    </div>
  </Waiting>
);

function Missing() {
  const texts = useTexts(traceTexts);
  return (
    <Card>
      <EmptyState
        icon={<Workflow size={22} aria-hidden />}
        title={texts.missing}
        actions={
          <ButtonLink to="/calls" look="main">
            {texts.toCalls}
          </ButtonLink>
        }
      >
        {texts.missingAbout}
      </EmptyState>
    </Card>
  );
}
