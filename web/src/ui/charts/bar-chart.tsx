import { ChartFrame } from './frame.tsx';
import type { ChartProps, Series } from './types.ts';

const sumAt = (series: readonly Series[], index: number): number =>
  series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0);

/** Bars over time. Series are stacked, so their values must be parts of one total. */
export const BarChart = (props: ChartProps) => (
  <ChartFrame
    {...props}
    topOf={(series) => Math.max(0, ...props.points.map((_, index) => sumAt(series, index)))}
    marks={(plot, series) => {
      const width = Math.max(1, Math.min(plot.band * 0.76, 32));
      return props.points.map((_, index) => {
        let below = 0;
        return series.map(({ name, color, values }) => {
          const value = values[index] ?? 0;
          if (value <= 0) return null;
          const [bottom, top] = [plot.y(below), plot.y(below + value)];
          below += value;
          return (
            <rect
              key={`${index} ${name}`}
              x={plot.x(index) - width / 2}
              y={top}
              width={width}
              height={Math.max(1, bottom - top)}
              rx={Math.min(2, width / 2)}
              fill={color}
            />
          );
        });
      });
    }}
  />
);
