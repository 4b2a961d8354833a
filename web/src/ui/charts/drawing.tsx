// The axes of a chart, its marks, and the pointer: it shows values, a click opens the details, a drag narrows
// the window.
import { useState, type PointerEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useTexts } from '#i18n';
import { kitTexts } from '../texts.ts';
import { useCrosshair } from './crosshair.tsx';
import { draggedOver, durationTicksTo, labelsThatFit, labelX, roomOf, ticksTo } from './scale.ts';
import { NO_MARKERS, type ChartProps, type Marker, type Plot } from './types.ts';

interface DrawingProps extends ChartProps {
  width: number;
  height: number;
  empty: boolean;
  top: number;
  marks: (plot: Plot) => ReactNode;
}

const LEFT_LEAST = 48;
const RIGHT = 8;
const TOP = 8;
const BOTTOM = 22;
const LABEL_ROOM = 64;

const ticksOf = (top: number, scale: ChartProps['scale']): number[] =>
  scale === 'duration' ? durationTicksTo(top) : ticksTo(top, { whole: scale === 'count' });

export function Drawing({
  label,
  points,
  series,
  format,
  scale,
  markers = NO_MARKERS,
  onPick,
  onZoom,
  ownPoints = false,
  top,
  marks,
  width,
  height,
  empty,
}: DrawingProps) {
  const [crosshair, point] = useCrosshair(ownPoints);
  // The bubble belongs to the chart under the pointer; the others show the line only.
  const [inside, setInside] = useState(false);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const hovered = crosshair !== null && crosshair < points.length && !empty ? crosshair : null;
  const ticks = ticksOf(top, scale);
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
  const xOf = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left - leftRoom;
  const pointAt = (x: number) => {
    const index = Math.floor(x / band);
    return empty || index < 0 || index >= points.length ? null : index;
  };
  const dragged = drag && draggedOver(drag.from, drag.to, band, points.length);
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className={classNames(
          'block touch-pan-y select-none',
          onPick && hovered !== null && 'cursor-pointer',
          dragged && 'cursor-ew-resize',
        )}
        onPointerDown={(event) => {
          if (event.button !== 0 || empty) return;
          const x = xOf(event);
          setDrag({ from: x, to: x });
          // A finger scrolls the page.
          if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          const x = xOf(event);
          setInside(true);
          point(pointAt(x));
          if (drag && onZoom && event.pointerType === 'mouse') setDrag({ ...drag, to: x });
        }}
        onPointerLeave={() => {
          setInside(false);
          point(null);
        }}
        onPointerCancel={() => setDrag(null)}
        onPointerUp={(event) => {
          if (!drag) return;
          setDrag(null);
          if (dragged && onZoom) return onZoom(dragged.first, dragged.last);
          const index = pointAt(xOf(event));
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
              x={labelX(plot.x(index), points[index]?.short ?? '', inner.width)}
              y={inner.height + 17}
              textAnchor="middle"
              fontSize={11}
              fill="var(--color-muted)"
            >
              {points[index]?.short}
            </text>
          ))}
          {hovered !== null && !dragged && (
            <rect
              x={hovered * band}
              width={band}
              height={inner.height}
              fill="var(--color-hover)"
              opacity={0.7}
            />
          )}
          {!empty && marks(plot)}
          {markers.map((marker, index) => (
            <MarkerLine key={index} marker={marker} plot={plot} />
          ))}
          {dragged && (
            <rect
              x={dragged.first * band}
              width={(dragged.last - dragged.first + 1) * band}
              height={inner.height}
              fill="var(--color-accent)"
              opacity={0.16}
            />
          )}
        </g>
      </svg>
      {hovered !== null && inside && !dragged && (
        <Bubble at={leftRoom + plot.x(hovered)} width={width} title={points[hovered]?.long ?? ''}>
          {series.map(({ name, color, values }) => (
            <BubbleLine key={name} name={name} color={color} value={format(values[hovered] ?? null)} />
          ))}
          {series[0]?.counts && <CountLine count={series[0].counts[hovered] ?? 0} />}
          {markers
            .filter(({ at }) => at === hovered)
            .map(({ text }) => (
              <p key={text} className="mt-1 max-w-64 truncate text-muted">
                {text}
              </p>
            ))}
        </Bubble>
      )}
    </>
  );
}

const MARKER_COLOR = { deployment: 'var(--color-cool)', alert: 'var(--color-bad)' } as const;

function MarkerLine({ marker: { at, kind, text }, plot }: { marker: Marker; plot: Plot }) {
  const x = plot.x(at);
  const color = MARKER_COLOR[kind];
  // Shapes differ too: a flag for a deployment, a triangle for an alert.
  const shape = kind === 'alert' ? `M${x - 4} 0L${x + 4} 0L${x} 7Z` : `M${x} 0L${x + 7} 3.5L${x} 7Z`;
  return (
    <g>
      <title>{text}</title>
      <line x1={x} x2={x} y2={plot.height} stroke={color} strokeDasharray="3 3" opacity={0.7} />
      <path d={shape} fill={color} />
    </g>
  );
}

const BubbleLine = ({ name, color, value }: { name: string; color: string; value: string }) => (
  <div className="flex items-center gap-2">
    <span aria-hidden className="size-2 shrink-0 rounded-full" style={{ background: color }} />
    <span className="max-w-48 truncate text-muted">{name}</span>
    <span className="ml-auto pl-3 font-medium">{value}</span>
  </div>
);

function CountLine({ count }: { count: number }) {
  const texts = useTexts(kitTexts);
  return <p className="text-muted">{texts.pointCalls(count)}</p>;
}

interface BubbleProps {
  at: number;
  width: number;
  title: string;
  children: ReactNode;
}

export function Bubble({ at, width, title, children }: BubbleProps) {
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
