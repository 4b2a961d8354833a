import { ChartFrame } from './frame.tsx';
import { isAlone, isFew, lineSegments, type SegmentLook } from './line-path.ts';
import type { ChartProps, Plot, Series } from './types.ts';

const LOOKS: Record<SegmentLook, { strokeWidth: number; opacity: number; strokeDasharray?: string }> = {
  solid: { strokeWidth: 1.75, opacity: 1 },
  faint: { strokeWidth: 1.5, opacity: 0.4 },
  bridge: { strokeWidth: 1, opacity: 0.45, strokeDasharray: '2 3' },
};

function Line({ series, plot }: { series: Series; plot: Plot }) {
  const { values, counts, color, dash, onlyDots = false } = series;
  const segments = onlyDots ? [] : lineSegments(values, counts);
  const at = (index: number): string =>
    `${plot.x(index).toFixed(1)} ${plot.y(values[index] ?? 0).toFixed(1)}`;
  const pathOf = (look: SegmentLook): string => {
    let end: number | null = null;
    return segments
      .filter((segment) => segment.look === look)
      .map(({ from, to }) => {
        const start = from === end ? '' : `M${at(from)}`;
        end = to;
        return `${start}L${at(to)}`;
      })
      .join('');
  };
  return (
    <g>
      {(['bridge', 'faint', 'solid'] as const).map((look) => (
        <path
          key={look}
          d={pathOf(look)}
          fill="none"
          stroke={color}
          strokeLinejoin="round"
          strokeLinecap="round"
          {...LOOKS[look]}
          {...(look !== 'bridge' && dash !== undefined
            ? { strokeDasharray: dash, strokeLinecap: 'butt' as const }
            : {})}
        />
      ))}
      {values.map(
        (value, index) =>
          value !== null &&
          (onlyDots || index === plot.hovered || isAlone(values, index)) && (
            <circle
              key={index}
              cx={plot.x(index)}
              cy={plot.y(value)}
              r={3}
              {...(isFew(counts, index)
                ? { fill: 'var(--color-surface)', stroke: color, opacity: 0.7 }
                : { fill: color })}
            />
          ),
      )}
    </g>
  );
}

export const LineChart = (props: ChartProps) => (
  <ChartFrame
    {...props}
    topOf={(series) => Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))}
    marks={(plot, series) => series.map((one) => <Line key={one.name} series={one} plot={plot} />)}
  />
);
