import { ChartFrame, type ChartProps } from './frame.tsx';

/** Bars over time. Series are stacked, so their values must be parts of one total. */
export function BarChart(props: ChartProps) {
  const sums = props.points.map((_, index) =>
    props.series.reduce((sum, { values }) => sum + (values[index] ?? 0), 0),
  );
  return (
    <ChartFrame
      {...props}
      top={Math.max(0, ...sums)}
      marks={(plot) => {
        const width = Math.max(1, Math.min(plot.band * 0.72, 32));
        return props.points.map((_, index) => {
          let below = 0;
          return props.series.map(({ name, color, values }) => {
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
}
