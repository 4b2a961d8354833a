interface SparklineProps {
  values: readonly (number | null)[];
  color?: string;
  width?: number;
  height?: number;
}

/** The shape of a series beside its figure. Hidden from screen readers, because figure and chart say the same. */
export function Sparkline({
  values,
  color = 'var(--color-accent)',
  width = 96,
  height = 24,
}: SparklineProps) {
  const known = values.map((value) => value ?? 0);
  if (known.length < 2) return null;
  const top = Math.max(...known) || 1;
  const points = known.map(
    (value, index) =>
      `${((index / (known.length - 1)) * width).toFixed(1)},${(height - 1.5 - (value / top) * (height - 3)).toFixed(1)}`,
  );
  return (
    <svg aria-hidden viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" className="h-6 w-full">
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke={color}
        strokeWidth={1.5}
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}
