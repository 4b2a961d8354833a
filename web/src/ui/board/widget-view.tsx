// One widget: its chart, or its number, table or heat map, in each of its states.
import { useFormat, useTexts } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { withChosen } from '#lib/chosen-values';
import { colorsOfNames } from '#lib/palette';
import { writeWindow, type WindowChoice } from '#lib/time-window';
import { BarChart } from '../charts/bar-chart.tsx';
import { BarList } from '../charts/bar-list.tsx';
import { HeatMap } from '../charts/heat-map.tsx';
import { LineChart } from '../charts/line-chart.tsx';
import type { Marker, ChartProps } from '../charts/types.ts';
import { Loaded } from '../loaded.tsx';
import { Skeleton, Waiting } from '../skeleton.tsx';
import { Table, type TableColumn } from '../table.tsx';
import { UnpricedNote } from '../unpriced-note.tsx';
import { DeltaChip } from './delta-chip.tsx';
import { pointsOf } from './points.ts';
import type { WidgetData } from './read.ts';
import { narrowedBy, type Scope } from './scope.ts';
import { seriesLook } from './series-look.ts';
import { boardTexts } from './texts.ts';
import { useDrill } from './use-drill.ts';
import type { Asked } from './use-figures.ts';
import { METRIC_KINDS, type Widget, type WidgetMetric } from './widget.ts';

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
      return <Groups widget={widget} data={data} scope={scope} window={window} show={show} />;
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

const SHOWN_GROUPS = 10;

interface GroupsProps extends Pick<WidgetViewProps, 'widget' | 'scope' | 'window'> {
  data: Extract<WidgetData, { kind: 'groups' }>;
  show: (value: number | null) => string;
}

function Groups({ widget: { title, question }, data, scope, window, show }: GroupsProps) {
  const texts = useTexts(boardTexts);
  const format = useFormat();
  const { groupBy = 'model', tagKey = '', metric } = question;
  const filter = narrowedBy(scope.filter, question.filter);
  const narrowTo = (key: string): CallFilter =>
    groupBy === 'tag'
      ? { ...filter, tags: { ...filter.tags, [tagKey]: key } }
      : groupBy === 'error'
        ? { ...filter, error: key }
        : withChosen(filter, groupBy, { is: [key], isNot: [] });
  if (data.groups.length === 0) return <p className="py-6 text-center text-muted">{texts.noGroups}</p>;
  const shown = data.groups.slice(0, SHOWN_GROUPS);
  const colors =
    groupBy === 'model'
      ? colorsOfNames(
          groupBy,
          shown.map(({ key }) => key),
        )
      : [];
  return (
    <BarList
      label={title}
      items={shown.map(({ key, value, count }, at) => ({
        key,
        name: key === '' ? texts.blank : key,
        value: value ?? 0,
        shown: show(value),
        color: colors[at],
        aside: metric === 'count' ? undefined : texts.calls(format.compact(count)),
        link: {
          to: question.of === 'spans' ? '/spans' : '/calls',
          search: Object.assign(
            writeFilter(narrowTo(key.slice(0, LONGEST_FILTER))),
            writeWindow(window.choice),
          ),
        },
      }))}
    />
  );
}

const LONGEST_FILTER = 256;

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

interface Units {
  show: (value: number | null) => string;
  scale: ChartProps['scale'];
}

/** How the values of a metric are written, and the steps of its axis. */
function useUnits(): (metric: WidgetMetric) => Units {
  const format = useFormat();
  const formats = {
    count: format.compact,
    compact: format.compact,
    money: format.money,
    duration: format.duration,
    share: format.share,
    score: format.score,
  };
  return (metric) => {
    const { unit } = METRIC_KINDS[metric];
    const scale =
      unit === 'count' || unit === 'compact' ? 'count' : unit === 'duration' ? 'duration' : undefined;
    return { show: formats[unit], scale };
  };
}
