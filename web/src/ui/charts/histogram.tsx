import { BarChart } from './bar-chart.tsx';

interface HistogramProps {
  title?: string;
  label: string;
  /** Contiguous bins, as returned by POST /v1/query/distribution. */
  buckets: readonly { from: number; to: number; count: number }[];
  /** Formats a bin edge, such as a duration or an amount. */
  formatEdge: (value: number) => string;
  formatCount: (value: number | null) => string;
  seriesName: string;
  onPick?: (bucket: { from: number; to: number; count: number }) => void;
  height?: number;
}

export const Histogram = ({
  title,
  label,
  buckets,
  formatEdge,
  formatCount,
  seriesName,
  onPick,
  height,
}: HistogramProps) => (
  <BarChart
    {...(title === undefined ? {} : { title })}
    label={label}
    points={buckets.map(({ from, to }) => ({
      short: formatEdge(from),
      long: `${formatEdge(from)} – ${formatEdge(to)}`,
    }))}
    series={[{ name: seriesName, color: 'var(--color-accent)', values: buckets.map(({ count }) => count) }]}
    format={formatCount}
    scale="count"
    ownPoints
    {...(onPick
      ? {
          onPick: (index: number) => {
            const bucket = buckets[index];
            if (bucket) onPick(bucket);
          },
        }
      : {})}
    {...(height === undefined ? {} : { height })}
  />
);
