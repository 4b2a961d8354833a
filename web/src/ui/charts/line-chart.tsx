import { ChartFrame, type ChartProps, type Plot, type Series } from './frame.tsx';

/** Missing values break the line; a single value between two gaps is a dot. */
function pathOf(values: readonly (number | null)[], { x, y }: Plot): string {
  let path = '';
  values.forEach((value, index) => {
    if (value === null) return;
    const begins = index === 0 || values[index - 1] === null || values[index - 1] === undefined;
    path += `${begins ? 'M' : 'L'}${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
  });
  return path;
}

const isAlone = (values: readonly (number | null)[], index: number): boolean =>
  (values[index - 1] ?? null) === null && (values[index + 1] ?? null) === null;

function Line({ series: { values, color }, plot, filled }: { series: Series; plot: Plot; filled: boolean }) {
  const path = pathOf(values, plot);
  const whole = filled && values.every((value) => value !== null) && values.length > 1;
  return (
    <g>
      {whole && (
        <path
          d={`${path}L${plot.x(values.length - 1)} ${plot.height}L${plot.x(0)} ${plot.height}Z`}
          fill={color}
          opacity={0.1}
        />
      )}
      <path
        d={path}
        fill="none"
        stroke={color}
        strokeWidth={1.75}
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      {values.map(
        (value, index) =>
          value !== null &&
          (index === plot.hovered || isAlone(values, index)) && (
            <circle key={index} cx={plot.x(index)} cy={plot.y(value)} r={3} fill={color} />
          ),
      )}
    </g>
  );
}

export function LineChart(props: ChartProps) {
  const top = Math.max(0, ...props.series.flatMap(({ values }) => values.map((value) => value ?? 0)));
  return (
    <ChartFrame
      {...props}
      top={top}
      marks={(plot) =>
        props.series.map((series) => (
          <Line key={series.name} series={series} plot={plot} filled={props.series.length === 1} />
        ))
      }
    />
  );
}
