// The views of a trace. View, filter, zoom and the chosen span are in the URL.
import { SearchX } from 'lucide-react';
import { Suspense, lazy, useMemo } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { useWide } from '#lib/use-media';
import { Button, Card, EmptyState, FilmStrip, Sheet, SkeletonRows } from '#ui';
import { RunSpanList } from '../rows/span-list.tsx';
import { ROW_HEIGHT } from '../rows/span-row.tsx';
import { isFiltered, isFoldRow, spanOfRow } from '../rows/visible-rows.ts';
import { readZoom, writeZoom } from '../rows/zoom.ts';
import { SpanPanel } from '../span/span-panel.tsx';
import { traceTexts } from '../texts.ts';
import type { CriticalPath } from './critical-path.ts';
import { firstError } from './first-error.ts';
import { slowestOf } from './self-time.ts';
import { SplitPanes } from './split.tsx';
import type { Sums } from './sums.ts';
import { Toolbar, viewsOf } from './toolbar.tsx';
import type { Tree } from './tree.ts';
import { useTreeRows } from './use-rows.ts';

const GraphView = lazy(async () => ({ default: (await import('../graph/graph-view.tsx')).GraphView }));
const VoiceView = lazy(async () => ({ default: (await import('../voice/voice-view.tsx')).VoiceView }));
const LogView = lazy(async () => ({ default: (await import('../log/log-view.tsx')).LogView }));

interface TraceViewProps {
  traceId: string;
  isVoice: boolean;
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
  self: Float64Array;
}

export function TraceView({ traceId, isVoice, tree, sums, path, self }: TraceViewProps) {
  const texts = useTexts(traceTexts);
  const [search, change] = useUrl();
  const isWide = useWide();
  const views = viewsOf(isVoice);
  const view = views.find((one) => one === first(search['view'])) ?? 'tree';
  const spanId = first(search['span']);
  const linked = useMemo(() => {
    const at = spanId === undefined ? -1 : tree.nodes.findIndex(({ id }) => id === spanId);
    return at === -1 ? null : at;
  }, [tree, spanId]);
  // Beside the list there is always content; a sheet over it opens only on request.
  const selected = linked ?? (isWide ? 0 : null);
  const { filter, found, narrow, sortBy, expandAll, collapseAll, ...rows } = useTreeRows({
    tree,
    sums,
    path,
    self,
    selected,
  });
  const zoomText = first(search['zoom']);
  const zoom = useMemo(() => readZoom(zoomText, tree.totalMs), [zoomText, tree]);

  /** What a choice is about is shown at once: the slowest span, the first error. */
  const firstOf = (shown: string | undefined): { span?: string } => {
    const at =
      !isWide || shown === undefined
        ? null
        : shown === 'slowest'
          ? (slowestOf(self, () => true)[0] ?? null)
          : shown === 'errors'
            ? firstError(tree, sums)
            : null;
    const span = at === null ? undefined : tree.nodes[at]?.id;
    return span === undefined ? {} : { span };
  };
  const choose = (at: number) => change({ span: tree.nodes[at]?.id }, { replace: linked !== null || isWide });
  const show = (at: number) =>
    change({ view: undefined, span: tree.nodes[at]?.id, q: undefined, show: undefined });
  const close = () => change({ span: undefined });
  // A chosen span keeps its fold open, so closing the fold chooses the fold.
  const toggle = (row: number) => {
    const fold = isFoldRow(row) ? rows.folds.by.get(spanOfRow(row)) : undefined;
    if (fold && selected !== null && fold.first < selected && selected < fold.end) choose(fold.first);
    rows.onToggle(row);
  };
  const panel = selected !== null && (
    <SpanPanel
      key={tree.nodes[selected]?.id}
      traceId={traceId}
      tree={tree}
      sums={sums}
      path={path}
      self={self}
      at={selected}
      onClose={isWide ? null : close}
    />
  );
  const list = (mode: 'tree' | 'timeline') => (
    <RunSpanList
      key={mode}
      mode={mode}
      tree={tree}
      sums={sums}
      path={path}
      self={self}
      {...rows}
      sortBy={sortBy}
      onToggle={toggle}
      zoom={zoom}
      onZoom={(next) => change({ zoom: writeZoom(next) }, { replace: true })}
      selected={selected}
      onSelect={choose}
      follows={isWide}
    />
  );
  return (
    <>
      <FilmStrip
        traceId={traceId}
        startMs={tree.startMs}
        selected={selected === null ? null : (tree.nodes[selected]?.id ?? null)}
        onChoose={(span) =>
          change({ view: view === 'timeline' ? view : undefined, span, q: undefined, show: undefined })
        }
      />
      <Toolbar
        views={views}
        view={view}
        onView={(next) => change({ view: next === 'tree' ? undefined : next })}
        filter={filter}
        order={rows.order}
        onOrder={sortBy}
        found={found}
        onNarrow={(changes) => narrow({ ...changes, ...firstOf(changes['show']) })}
        onExpandAll={expandAll}
        onCollapseAll={collapseAll}
        onResetZoom={
          zoom && view === 'timeline' ? () => change({ zoom: undefined }, { replace: true }) : null
        }
      />
      <div className="min-h-0 min-w-0 flex-1">
        {view === 'graph' || view === 'log' || view === 'voice' ? (
          <Suspense fallback={<SkeletonRows rows={6} />}>
            {view === 'graph' ? (
              <div className="relative h-full overflow-y-auto">
                <GraphView tree={tree} />
              </div>
            ) : view === 'voice' ? (
              <VoiceView traceId={traceId} onShow={(id) => change({ view: undefined, span: id })} />
            ) : (
              <LogView traceId={traceId} tree={tree} onShow={show} />
            )}
          </Suspense>
        ) : rows.rows.length === 0 && isFiltered(filter) ? (
          <Card>
            <EmptyState
              icon={<SearchX size={22} aria-hidden />}
              title={texts.noMatch}
              actions={
                <Button onClick={() => narrow({ q: undefined, show: undefined })}>{texts.clear}</Button>
              }
            >
              {texts.noMatchAbout}
            </EmptyState>
          </Card>
        ) : isWide ? (
          <SplitPanes
            view={view}
            list={list(view)}
            content={
              <aside
                aria-label={texts.details}
                className="relative h-full min-w-0 overflow-y-auto rounded-lg border bg-surface"
              >
                {panel}
              </aside>
            }
          />
        ) : (
          <>
            <div style={{ height: `min(${rows.rows.length * ROW_HEIGHT + 80}px, 100dvh - 8rem)` }}>
              {list(view)}
            </div>
            {panel && (
              <Sheet label={texts.details} onClose={close}>
                {panel}
              </Sheet>
            )}
          </>
        )}
      </div>
    </>
  );
}
