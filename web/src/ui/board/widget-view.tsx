// One widget: its chart, or its number, table or heat map, in each of its states.
import { useFormat, useTexts } from '#i18n';
import type { WindowChoice } from '#lib/time-window';
import { BarChart } from '../charts/bar-chart.tsx';
import { BarList } from '../charts/bar-list.tsx';
import { HeatMap } from '../charts/heat-map.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import type { Marker } from '../charts/types.ts';
import { Loaded } from '../loaded.tsx';
import { Skeleton, Waiting } from '../skeleton.tsx';
import { Table, type TableColumn } from '../table.tsx';
import { UnpricedNote } from '../unpriced-note.tsx';
import { DeltaChip } from './delta-chip.tsx';
import { pointsOf } from './points.ts';
import type { WidgetData } from './read.ts';
import type { Scope } from './scope.ts';
import { seriesLook } from './series-look.ts';
import { boardTexts } from './texts.ts';
import { useDrill } from './use-drill.ts';
import type { Asked } from './use-figures.ts';
import { METRIC_KINDS, type Widget } from './widget.ts';
import { useUnits } from './units.ts';
import { WidgetGroups } from './widget-groups.tsx';

/** The window of a page and how to change it. */
export interface BoardWindow {
  choice: WindowChoice;
  choose: (choice: WindowChoice) => void;
  /** Its length in words: `7 d`. */
  period: string;
}

interface WidgetViewProps {
  widget: Widget;
  asked: Asked<WidgetData>;
  scope: Scope;
  window: BoardWindow;
  markers?: readonly Marker[];
  /** The height of the chart. */
  height: number;
}

export function WidgetView(props: WidgetViewProps) {
  const { widget, asked, height } = props;
  const isNumber = widget.chart === 'number';
  return (
    <>
      {(asked.data === null || !isDrawn(asked.data)) && <WidgetTitle title={widget.title} quiet={isNumber} />}
      <Loaded
        of={asked}
        keepStale
        error={isNumber ? 'notice' : 'plain'}
        skeleton={
          <Waiting>
            <div style={{ height: isNumber ? 44 : height }}>
              <Skeleton className={isNumber ? 'h-7 w-24' : 'h-full'} />
            </div>
          </Waiting>
        }
      >
        {(data) => {
          const unpriced = 'unpriced' in data ? data.unpriced : undefined;
          return (
            <>
              <WidgetContent {...props} data={data} height={unpriced ? height - NOTE_PX : height} />
              <UnpricedNote calls={unpriced} short={isNumber} />
            </>
          );
        }}
      </Loaded>
    </>
  );
}

/** A card keeps its height: the note under a chart takes its place from the chart. */
const NOTE_PX = 20;

/** These have the title in their own heading. */
const isDrawn = ({ kind }: WidgetData): boolean => kind === 'series' || kind === 'heat';

const WidgetTitle = ({ title, quiet }: { title: string; quiet: boolean }) => (
  <h2
    className={quiet ? 'min-h-5 truncate text-sm font-normal text-muted' : 'min-h-6 truncate text-base'}
    title={title}
  >
    {title}
  </h2>
);

function WidgetContent({
  widget,
  data,
  scope,
  window,
  markers,
  height,
}: WidgetViewProps & { data: WidgetData }) {
  const texts = useTexts(boardTexts);
  const format = useFormat();
  const { title, chart, question } = widget;
  const { metric } = question;
  const { show, scale } = useUnits()(metric);
  const drill = useDrill(scope, widget, window.choose);
  const head = { title, label: texts.overTime(title), height };
  switch (data.kind) {
    case 'number':
      return (
        <div className="grid gap-0.5">
          <p className="min-w-0 truncate text-xl font-semibold">{show(data.value)}</p>
          <DeltaChip
            now={data.value}
            before={data.before}
            moreIsGood={METRIC_KINDS[metric].moreIsGood}
            period={window.period}
            show={show}
          />
        </div>
      );
    case 'series': {
      const isCalls = metric !== 'score';
      const drawn = {
        ...head,
        points: pointsOf(scope, format),
        series: seriesLook(data.series, question, texts),
        format: show,
        ...(scale === undefined ? {} : { scale }),
        ...(markers ? { markers } : {}),
        onZoom: drill.zoom,
        ...(isCalls ? { onPick: (index: number) => drill.open(index) } : {}),
      };
      return chart === 'stackedBar' ? <BarChart {...drawn} /> : <LineChart {...drawn} />;
    }
    case 'heat':
      return (
        <HeatMap
          {...head}
          points={pointsOf(scope, format)}
          buckets={data.buckets}
          counts={data.counts}
          formatEdge={show}
          formatCount={format.compact}
          onZoom={drill.zoom}
          onPick={(index, row) => {
            const from = data.buckets[row]?.from ?? 0;
            drill.open(index, metric === 'cost' ? { minCostUsd: from } : { minLatencyMs: from });
          }}
        />
      );
    case 'groups':
      return <WidgetGroups widget={widget} groups={data.groups} scope={scope} window={window} />;
    case 'ranks':
      return (
        <BarList
          label={title}
          items={data.ranks.map(({ name, value }) => ({
            key: name,
            name,
            value: value ?? 0,
            shown: show(value),
          }))}
        />
      );
    default:
      return <Scores title={title} scores={data.scores} />;
  }
}

type ScoreRow = Extract<WidgetData, { kind: 'scores' }>['scores'][number];

function Scores({ title, scores }: { title: string; scores: readonly ScoreRow[] }) {
  const texts = useTexts(boardTexts);
  const format = useFormat();
  const figure = (id: 'mean' | 'min' | 'max'): TableColumn<ScoreRow> => ({
    id,
    title: texts.columns[id],
    number: true,
    cell: (row) => format.score(row[id]),
  });
  if (scores.length === 0) return <p className="py-6 text-center text-muted">{texts.noGroups}</p>;
  return (
    <Table
      label={title}
      rows={scores}
      rowKey={({ name, dataType }) => `${name} ${dataType}`}
      columns={[
        { id: 'name', title: texts.columns.name, cell: ({ name }) => name },
        { id: 'count', title: texts.columns.count, number: true, cell: ({ count }) => format.compact(count) },
        figure('mean'),
        figure('min'),
        figure('max'),
      ]}
    />
  );
}
