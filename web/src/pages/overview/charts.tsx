import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormat, useTexts, type Format } from '#i18n';
import { writeFilter, type CallFilter } from '#lib/call-filter';
import { lengthOf } from '#lib/time-window';
import { BarChart, Card, LineChart, Loaded, Skeleton, Waiting, type Series } from '#ui';
import { overviewTexts } from './texts.ts';
import type { Figures } from './types.ts';
import type { Asked, Scope } from './use-figures.ts';

const TWO_DAYS_MS = 2 * 86_400_000;

/** Hourly points over many days are labelled at midnight only. */
function pointsOf({ steps, axis, window }: Scope, format: Format) {
  const manyDays = lengthOf(window) > TWO_DAYS_MS;
  return steps.map(({ startTime }) => {
    const midnight = new Date(startTime).getHours() === 0;
    const short =
      axis === 'day'
        ? format.time(startTime, 'day')
        : manyDays
          ? midnight
            ? format.time(startTime, 'day')
            : ''
          : format.time(startTime, 'clock');
    return { short, long: format.time(startTime, axis === 'day' ? 'day' : 'short') };
  });
}

/** Opens the calls behind one step of a chart. */
function useDrill({ steps, filter }: Scope) {
  const navigate = useNavigate();
  return (more: CallFilter) => (index: number) => {
    const step = steps[index];
    if (!step) return;
    const search = { ...writeFilter({ ...filter, ...more }), from: step.startTime, to: step.endTime };
    void navigate({ to: '/calls', search });
  };
}

export function Charts({ scope, figures }: { scope: Scope; figures: Figures }) {
  const texts = useTexts(overviewTexts);
  const format = useFormat();
  const points = pointsOf(scope, format);
  const drill = useDrill(scope);
  const shared = (name: keyof Figures) => ({
    title: texts.metrics[name],
    label: texts.overTime(texts.metrics[name]),
    points,
  });
  const one = (name: keyof Figures, color: string, values: Series['values']): Series[] => [
    { name: texts.metrics[name], color: `var(--color-${color})`, values },
  ];
  return (
    <div className="grid min-w-0 gap-4 lg:grid-cols-2">
      <Chart title={texts.metrics.count} asked={figures.count}>
        {({ values }) => {
          const rates = figures.error_rate.data?.values ?? [];
          const failed = values.map((count, index) => Math.round((count ?? 0) * (rates[index] ?? 0)));
          const series = [
            {
              name: texts.succeeded,
              color: 'var(--color-accent)',
              values: values.map((count, index) => (count ?? 0) - (failed[index] ?? 0)),
            },
            { name: texts.failed, color: 'var(--color-bad)', values: failed },
          ];
          return <BarChart {...shared('count')} series={series} format={format.compact} onPick={drill({})} />;
        }}
      </Chart>
      <Chart title={texts.metrics.cost} asked={figures.cost}>
        {({ values }) => (
          <BarChart
            {...shared('cost')}
            series={one('cost', 'cool', values)}
            format={format.money}
            onPick={drill({})}
          />
        )}
      </Chart>
      <Chart title={texts.metrics.latency} asked={figures.latency}>
        {({ p50, p95, p99 }) => (
          <LineChart
            {...shared('latency')}
            series={[
              { name: 'p50', color: 'var(--color-accent)', values: p50 },
              { name: 'p95', color: 'var(--color-warm)', values: p95 },
              { name: 'p99', color: 'var(--color-plum)', values: p99 },
            ]}
            format={format.duration}
            onPick={drill({})}
          />
        )}
      </Chart>
      <Chart title={texts.metrics.error_rate} asked={figures.error_rate}>
        {({ values }) => (
          <LineChart
            {...shared('error_rate')}
            series={one('error_rate', 'bad', values)}
            format={format.share}
            onPick={drill({ error: true })}
          />
        )}
      </Chart>
      <Chart title={texts.metrics.tokens} asked={figures.tokens}>
        {({ values }) => (
          <BarChart
            {...shared('tokens')}
            series={one('tokens', 'plum', values)}
            format={format.compact}
            onPick={drill({})}
          />
        )}
      </Chart>
      <Chart title={texts.metrics.cache_savings} asked={figures.cache_savings}>
        {({ values }) => (
          <BarChart
            {...shared('cache_savings')}
            series={one('cache_savings', 'good', values)}
            format={format.money}
            onPick={drill({})}
          />
        )}
      </Chart>
    </div>
  );
}

interface ChartCardProps<T> {
  title: string;
  asked: Asked<T>;
  children: (data: T) => ReactNode;
}

const Chart = <T,>({ title, asked, children }: ChartCardProps<T>) => (
  <Card {...(asked.data === null ? { title } : {})}>
    <Loaded
      of={asked}
      keepStale
      skeleton={
        <Waiting>
          <Skeleton className="h-[196px]" />
        </Waiting>
      }
    >
      {children}
    </Loaded>
  </Card>
);
