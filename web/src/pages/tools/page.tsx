// The tools and the agents of a window: how often they ran, failed, how long they took, and where that changed. A name
// leads to its spans, a count of failures to those that failed.
import { Bot, Wrench } from 'lucide-react';
import { useMemo } from 'react';
import { useTexts } from '#i18n';
import { first } from '#lib/search-text';
import { useCallFilter, useUrl } from '#lib/url-state';
import {
  Board,
  ButtonLink,
  Card,
  EmptyState,
  ErrorState,
  FilterChips,
  Page,
  Segments,
  SharedCrosshair,
  TableSkeleton,
  useBoard,
  useBoardScope,
  useMarkers,
  WindowPicker,
  type Widget,
} from '#ui';
import type { ToolKind } from './join-rows.ts';
import { NamedTable } from './named-table.tsx';
import { toolsTexts } from './texts.ts';
import { useNamedRows } from './use-named-rows.ts';

const KINDS = ['tool', 'agent'] as const;
const CHART = { w: 6, h: 5 };

const widgetsOf = (kind: ToolKind, count: string, errors: string): Widget[] => {
  const filter = { where: [{ field: 'type' as const, op: 'is' as const, values: [kind] }] };
  const question = { of: 'spans', groupBy: kind, filter } as const;
  return [
    {
      id: `${kind}-count`,
      title: count,
      chart: 'stackedBar',
      question: { ...question, metric: 'count' },
      position: { x: 0, y: 0 },
      size: CHART,
    },
    {
      id: `${kind}-errors`,
      title: errors,
      chart: 'line',
      question: { ...question, metric: 'error_rate' },
      position: { x: CHART.w, y: 0 },
      size: CHART,
    },
  ];
};

export function ToolsPage() {
  const texts = useTexts(toolsTexts);
  const [search, change] = useUrl();
  const [filter, setFilter] = useCallFilter();
  const kind = KINDS.find((one) => one === first(search['by'])) ?? 'tool';
  const { scope, window } = useBoardScope();
  const widgets = useMemo(
    () => widgetsOf(kind, texts.overTime[kind], texts.errorsOverTime[kind]),
    [kind, texts],
  );
  const board = useBoard(widgets, scope);
  const markers = useMarkers(scope);
  const { rows, error, refetch } = useNamedRows(kind, scope);
  return (
    <Page
      wide
      title={texts.title}
      about={texts.about}
      actions={<WindowPicker choice={window.choice} onChange={window.choose} />}
    >
      <div className="flex flex-wrap items-center gap-3">
        <Segments
          label={texts.by}
          value={kind}
          onChange={(by) => change({ by: by === 'tool' ? undefined : by, sort: undefined, order: undefined })}
          options={KINDS.map((value) => ({ value, label: texts.kinds[value] }))}
        />
        <FilterChips filter={filter} onChange={setFilter} />
      </div>
      {error !== null ? (
        <Card>
          <ErrorState error={error} onRetry={refetch} />
        </Card>
      ) : rows === null ? (
        <TableSkeleton rowHeight={40} />
      ) : rows.length === 0 ? (
        <Card>
          <EmptyState
            icon={kind === 'tool' ? <Wrench size={22} aria-hidden /> : <Bot size={22} aria-hidden />}
            title={texts.none[kind]}
            actions={<ButtonLink to="/start">{texts.toStart}</ButtonLink>}
          >
            {texts.noneAbout[kind]}
          </EmptyState>
        </Card>
      ) : (
        <>
          <NamedTable kind={kind} rows={rows} scope={scope} choice={window.choice} />
          <SharedCrosshair>
            <Board widgets={widgets} board={board} scope={scope} window={window} markers={markers} />
          </SharedCrosshair>
        </>
      )}
    </Page>
  );
}
