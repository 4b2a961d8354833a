// All scores by name, and one of them over time.
import { ChartLine } from 'lucide-react';
import { useAskEach, type Schemas } from '#api';
import { useFormat, useLanguage, useTexts, type Format } from '#i18n';
import { first } from '#lib/search-text';
import {
  lengthOf,
  stretchesOf,
  windowSteps,
  type WindowAxis,
  type WindowStep,
  type TimeWindow,
} from '#lib/time-window';
import { useUrl, useWindow } from '#lib/url-state';
import {
  BarChart,
  Card,
  EmptyState,
  LineChart,
  Loaded,
  SkeletonRows,
  Table,
  WindowPicker,
  type Series,
  type TableColumn,
} from '#ui';
import { joinScores } from './join-scores.ts';
import { scoresTexts } from './texts.ts';

type Figures = Schemas['ScoreAggregate']['scores'][number];

const keyOf = ({ name, dataType }: Figures): string => `${dataType}:${name}`;

const TWO_DAYS_MS = 2 * 86_400_000;

/** Scores are few, so hours are shown for a day or two only. */
const axisFor = (window: TimeWindow): WindowAxis => (lengthOf(window) > TWO_DAYS_MS ? 'day' : 'hour');

/** The window, in as many queries as it has UTC offsets. */
function partsOf(window: TimeWindow, axis: WindowAxis, untilNow: boolean): Schemas['ScoreAggregateQuery'][] {
  const parts: Schemas['ScoreAggregateQuery'][] =
    axis === 'day'
      ? stretchesOf(window).map(({ offsetMinutes, startTime, endTime }) => ({
          startTime,
          endTime,
          groupBy: axis,
          tzOffsetMinutes: offsetMinutes,
        }))
      : [{ ...window, groupBy: axis }];
  // "Until now" includes scores that arrived since the page was opened.
  if (untilNow) delete parts.at(-1)?.endTime;
  return parts;
}

export function ScoresTab() {
  const texts = useTexts(scoresTexts);
  const [search, change] = useUrl();
  const { choice, choose, window } = useWindow();
  const axis = axisFor(window);
  const asked = useAskEach('/v1/scores/aggregate', partsOf(window, axis, 'preset' in choice), {
    keepPrevious: true,
    staleTime: 30_000,
  });
  const scores = joinScores((asked.data ?? []).map((answer) => answer.scores));
  const chosen = scores.find((each) => keyOf(each) === first(search['named'])) ?? scores[0];
  const empty = (
    <EmptyState icon={<ChartLine size={22} aria-hidden />} title={texts.none}>
      {texts.noneAbout}
    </EmptyState>
  );
  return (
    <div className="grid min-w-0 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-muted">{texts.about}</p>
        <WindowPicker choice={choice} onChange={choose} />
      </div>
      <Card title={texts.title}>
        <Loaded of={asked} skeleton={<SkeletonRows rows={4} />} empty={scores.length === 0 && empty}>
          {() => (
            <div className="grid min-w-0 gap-6">
              {chosen && (
                <ScoreChart figures={chosen} axis={axis} steps={windowSteps(window, { axis, every: 1 })} />
              )}
              <Names
                scores={scores}
                chosen={chosen}
                onChoose={(next) => change({ named: keyOf(next) }, { replace: true })}
              />
            </div>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

type Exact = (value: number) => string;

/** A mean of scores from 0 to 1 needs more digits than other figures. */
function useExact(): Exact {
  const language = useLanguage();
  return (value) => new Intl.NumberFormat(language, { maximumSignificantDigits: 4 }).format(value);
}

interface NamesProps {
  scores: readonly Figures[];
  chosen: Figures | undefined;
  onChoose: (figures: Figures) => void;
}

function Names({ scores, chosen, onChoose }: NamesProps) {
  const texts = useTexts(scoresTexts);
  const format = useFormat();
  const exact = useExact();
  const columns: TableColumn<Figures>[] = [
    {
      id: 'name',
      title: texts.columns.name,
      cell: (row) => (
        <button
          type="button"
          aria-pressed={row === chosen}
          className="max-w-full min-w-0 truncate rounded-sm text-left font-medium text-accent hover:underline aria-pressed:text-text"
          title={row.name}
          onClick={() => onChoose(row)}
        >
          {row.name}
        </button>
      ),
    },
    {
      id: 'kind',
      title: texts.columns.kind,
      cell: ({ dataType }) => texts.kinds[dataType],
      wideOnly: true,
    },
    { id: 'count', title: texts.columns.count, cell: ({ count }) => format.count(count), number: true },
    { id: 'value', title: texts.columns.value, cell: (row) => summaryOf(row, format, exact), number: true },
  ];
  return <Table label={texts.names} columns={columns} rows={scores} rowKey={keyOf} />;
}

/** The mean, the share of yes, or the most frequent category. */
function summaryOf({ dataType, mean, values }: Figures, format: Format, exact: Exact): string {
  if (dataType === 'boolean' && mean !== null) return format.share(mean);
  if (mean !== null) return exact(mean);
  return values[0]?.value ?? '–';
}

const COLORS = ['accent', 'warm', 'plum', 'cool', 'good'].map((name) => `var(--color-${name})`);

function ScoreChart({
  figures,
  axis,
  steps,
}: {
  figures: Figures;
  axis: WindowAxis;
  steps: readonly WindowStep[];
}) {
  const texts = useTexts(scoresTexts);
  const format = useFormat();
  const exact = useExact();
  const { name, dataType, series, values } = figures;
  const byKey = new Map(series.map((step) => [step.key, step]));
  const at = steps.map(({ key }) => byKey.get(key));
  const points = steps.map(({ startTime }) => ({
    short: format.time(startTime, axis === 'day' ? 'day' : 'clock'),
    long: format.time(startTime, axis === 'day' ? 'day' : 'short'),
  }));
  const shared = { title: name, label: texts.chart(name), points };
  const [color = ''] = COLORS;
  if (dataType === 'numeric' || dataType === 'boolean') {
    const isShare = dataType === 'boolean';
    const line: Series = {
      name: isShare ? texts.share : texts.mean,
      color,
      values: at.map((step) => step?.mean ?? null),
    };
    return (
      <LineChart
        {...shared}
        series={[line]}
        format={(value) => (value === null ? '–' : isShare ? format.share(value) : exact(value))}
      />
    );
  }
  const shown = values.slice(0, COLORS.length);
  const bars: Series[] =
    dataType === 'text'
      ? [{ name: texts.countOf, color, values: at.map((step) => step?.count ?? 0) }]
      : shown.map(({ value }, index) => ({
          name: value,
          color: COLORS[index] ?? color,
          values: at.map((step) => step?.values.find((each) => each.value === value)?.count ?? 0),
        }));
  return <BarChart {...shared} series={bars} format={(value) => format.compact(value ?? 0)} />;
}
