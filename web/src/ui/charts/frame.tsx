// Shared by all charts: size, axis, a pointer that shows values, clicks that lead to details, and the same data as a table for
// screen readers and keyboard users.
import { ChartLine, Table2 } from 'lucide-react';
import { useState, type MouseEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { IconButton } from '../button.tsx';
import { kitTexts } from '../texts.ts';
import { labelsThatFit, roomOf, ticksTo } from './scale.ts';
import { useWidth } from './use-width.ts';

export interface Series {
  name: string;
  /** A theme colour: `var(--color-accent)`. */
  color: string;
  values: readonly (number | null)[];
}

export interface ChartProps {
  /** The heading above the chart. */
  title?: string;
  /** What the chart shows: accessible name and caption of the table. */
  label: string;
  /** One label per value: `short` for the axis (empty for none), `long` for the pointer and the table. */
  points: readonly { short: string; long: string }[];
  series: readonly Series[];
  format: (value: number | null) => string;
  /** Opens the details of a point. */
  onPick?: (index: number) => void;
  height?: number;
}

export interface Plot {
  width: number;
  height: number;
  /** The centre of a point. */
  x: (index: number) => number;
  y: (value: number) => number;
  /** The width of a point. */
  band: number;
  hovered: number | null;
}

interface FrameProps extends ChartProps {
  top: number;
  marks: (plot: Plot) => ReactNode;
}

const LEFT_LEAST = 56;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;
const LABEL_ROOM = 64;

export function ChartFrame(props: FrameProps) {
  const { title, label, points, series, height = 200 } = props;
  const texts = useTexts(kitTexts);
  const [ref, width] = useWidth();
  const [asTable, setAsTable] = useState(false);
  const empty = points.length === 0 || series.every(({ values }) => values.every((value) => !value));
  return (
    <figure className="grid min-w-0 gap-2" aria-label={label}>
      <figcaption className="-mt-1 flex min-h-8 flex-wrap items-center gap-x-4">
        {title !== undefined && <h2 className="text-lg">{title}</h2>}
        <ul className="flex flex-wrap gap-x-3 gap-y-1 text-xs text-muted">
          {series.length > 1 &&
            series.map(({ name, color }) => (
              <li key={name} className="inline-flex items-center gap-1.5">
                <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
                {name}
              </li>
            ))}
        </ul>
        <IconButton
          label={asTable ? texts.showChart : texts.showTable}
          aria-pressed={asTable}
          className="ml-auto"
          icon={asTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <Figures {...props} />
      ) : (
        <div ref={ref} className="relative min-w-0" style={{ height }}>
          {empty && (
            <p className="absolute inset-0 grid place-items-center pb-5 text-sm text-muted">{texts.noData}</p>
          )}
          {width > 0 && <Drawing {...props} width={width} height={height} empty={empty} />}
        </div>
      )}
    </figure>
  );
}

function Drawing({
  label,
  points,
  series,
  format,
  onPick,
  top,
  marks,
  width,
  height,
  empty,
}: FrameProps & { width: number; height: number; empty: boolean }) {
  const [hovered, setHovered] = useState<number | null>(null);
  const ticks = ticksTo(top);
  const leftRoom = Math.max(LEFT_LEAST, 16 + roomOf(ticks.map((tick) => format(tick))));
  const inner = { width: Math.max(1, width - leftRoom - RIGHT), height: Math.max(1, height - TOP - BOTTOM) };
  const highest = ticks.at(-1) ?? 1;
  const band = inner.width / Math.max(1, points.length);
  const plot: Plot = {
    ...inner,
    band,
    hovered,
    x: (index) => (index + 0.5) * band,
    y: (value) => inner.height * (1 - value / highest),
  };
  const labelled = labelsThatFit(
    points.map(({ short }) => short),
    band,
    LABEL_ROOM,
  );
  const pointAt = (event: MouseEvent<SVGSVGElement>) => {
    const { left } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - left - leftRoom) / band);
    return index >= 0 && index < points.length ? index : null;
  };
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className={classNames('block touch-pan-y', onPick && hovered !== null && 'cursor-pointer')}
        onPointerMove={(event) => setHovered(empty ? null : pointAt(event))}
        onPointerLeave={() => setHovered(null)}
        onClick={(event) => {
          const index = empty ? null : pointAt(event);
          if (index !== null) onPick?.(index);
        }}
      >
        <g transform={`translate(${leftRoom} ${TOP})`}>
          {!empty &&
            ticks.map((tick) => (
              <g key={tick} transform={`translate(0 ${plot.y(tick)})`}>
                <line x2={inner.width} stroke="var(--color-line)" />
                <text x={-8} dy="0.32em" textAnchor="end" fontSize={11} fill="var(--color-muted)">
                  {format(tick)}
                </text>
              </g>
            ))}
          {labelled.map((index) => (
            <text
              key={index}
              x={Math.min(Math.max(plot.x(index), 14), inner.width - 14)}
              y={inner.height + 17}
              textAnchor="middle"
              fontSize={11}
              fill="var(--color-muted)"
            >
              {points[index]?.short}
            </text>
          ))}
          {hovered !== null && (
            <rect
              x={hovered * band}
              width={band}
              height={inner.height}
              fill="var(--color-hover)"
              opacity={0.7}
            />
          )}
          {!empty && marks(plot)}
        </g>
      </svg>
      {hovered !== null && (
        <Bubble at={leftRoom + plot.x(hovered)} width={width} title={points[hovered]?.long ?? ''}>
          {series.map(({ name, color, values }) => (
            <div key={name} className="flex items-center gap-2">
              <span aria-hidden className="size-2 rounded-full" style={{ background: color }} />
              <span className="text-muted">{name}</span>
              <span className="ml-auto pl-3 font-medium">{format(values[hovered] ?? null)}</span>
            </div>
          ))}
        </Bubble>
      )}
    </>
  );
}

function Bubble({
  at,
  width,
  title,
  children,
}: {
  at: number;
  width: number;
  title: string;
  children: ReactNode;
}) {
  const right = at > width / 2;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 rounded-md border bg-surface px-3 py-2 text-xs whitespace-nowrap shadow-float"
      style={right ? { right: width - at + 12 } : { left: at + 12 }}
    >
      <p className="mb-1 font-medium">{title}</p>
      {children}
    </div>
  );
}

function Figures({ label, points, series, format, onPick, height = 200 }: ChartProps) {
  const texts = useTexts(kitTexts);
  return (
    <div
      className="overflow-auto rounded-md border"
      style={{ maxHeight: Math.max(height, 200) }}
      tabIndex={0}
      role="region"
      aria-label={label}
    >
      <table className="w-full border-collapse text-sm">
        <thead className="sticky top-0 bg-surface">
          <tr className="border-b text-left text-xs text-muted">
            <th scope="col" className="px-3 py-1.5 font-medium">
              {texts.time}
            </th>
            {series.map(({ name }) => (
              <th key={name} scope="col" className="px-3 py-1.5 text-right font-medium">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {points.map(({ long }, index) => (
            <tr key={index} className="border-b last:border-b-0">
              <th scope="row" className="px-3 py-1.5 text-left font-normal whitespace-nowrap">
                {onPick ? (
                  <button
                    type="button"
                    className="rounded-sm text-accent hover:underline"
                    title={texts.drill}
                    onClick={() => onPick(index)}
                  >
                    {long}
                  </button>
                ) : (
                  long
                )}
              </th>
              {series.map(({ name, values }) => (
                <td key={name} className="px-3 py-1.5 text-right">
                  {format(values[index] ?? null)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
