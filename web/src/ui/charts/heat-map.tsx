// Calls by time and value: a column for each step, a row for each bucket, darker where there are more calls.
import { Table2, ChartLine } from 'lucide-react';
import { useState, type PointerEvent } from 'react';
import { useTexts } from '#i18n';
import { IconButton } from '../button.tsx';
import { kitTexts } from '../texts.ts';
import { useCrosshair } from './crosshair.tsx';
import { Bubble } from './drawing.tsx';
import { FiguresTable } from './figures-table.tsx';
import { draggedOver, labelsThatFit, labelX, roomOf } from './scale.ts';
import { useWidth } from './use-width.ts';

const LEAST = 0.12;

/** From faint to full, by the logarithm: one call beside a thousand is still seen. */
export const shadeOf = (count: number, most: number): number =>
  count <= 0 ? 0 : LEAST + (1 - LEAST) * (most <= 1 ? 1 : Math.log(count) / Math.log(most));

interface HeatMapProps {
  title?: string;
  label: string;
  points: readonly { short: string; long: string }[];
  /** From the lowest to the highest. */
  buckets: readonly { from: number; to: number }[];
  /** By point and bucket. */
  counts: readonly (readonly number[])[];
  formatEdge: (value: number) => string;
  formatCount: (value: number | null) => string;
  onPick?: (point: number, bucket: number) => void;
  /** Narrows the window to the points that were dragged over, inclusive. */
  onZoom?: (first: number, last: number) => void;
  height?: number;
}

const [RIGHT, TOP, BOTTOM, LABEL_ROOM, ROW_ROOM] = [8, 8, 22, 64, 22];

export function HeatMap(props: HeatMapProps) {
  const { title, label, points, buckets, counts, formatEdge, formatCount, height = 200 } = props;
  const texts = useTexts(kitTexts);
  const [ref, width] = useWidth();
  const [asTable, setAsTable] = useState(false);
  const nameOf = ({ from, to }: { from: number; to: number }) => `${formatEdge(from)} – ${formatEdge(to)}`;
  return (
    <figure className="grid min-w-0 grid-cols-1 content-start gap-2" aria-label={label}>
      <figcaption className="-mt-1 flex min-h-8 min-w-0 items-center gap-x-4">
        {title !== undefined && <h2 className="min-w-0 truncate text-base">{title}</h2>}
        <IconButton
          label={asTable ? texts.showChart : texts.showTable}
          aria-pressed={asTable}
          className="ml-auto"
          icon={asTable ? <ChartLine size={16} aria-hidden /> : <Table2 size={16} aria-hidden />}
          onClick={() => setAsTable(!asTable)}
        />
      </figcaption>
      {asTable ? (
        <FiguresTable
          label={label}
          points={points}
          height={height}
          format={formatCount}
          series={buckets.map((bucket, row) => ({
            name: nameOf(bucket),
            color: 'var(--color-accent)',
            values: points.map((_, column) => counts[column]?.[row] ?? 0),
          }))}
        />
      ) : (
        <div ref={ref} className="relative min-w-0" style={{ height }}>
          {buckets.length === 0 && (
            <p className="absolute inset-0 grid place-items-center pb-5 text-sm text-muted">{texts.noData}</p>
          )}
          {width > 0 && buckets.length > 0 && (
            <Cells {...props} width={width} height={height} nameOf={nameOf} />
          )}
        </div>
      )}
    </figure>
  );
}

interface CellsProps extends HeatMapProps {
  width: number;
  height: number;
  nameOf: (bucket: { from: number; to: number }) => string;
}

function Cells({
  label,
  points,
  buckets,
  counts,
  formatEdge,
  formatCount,
  onPick,
  onZoom,
  width,
  height,
  nameOf,
}: CellsProps) {
  const [hovered, point] = useCrosshair(false);
  const [row, setRow] = useState<number | null>(null);
  const [drag, setDrag] = useState<{ from: number; to: number } | null>(null);
  const leftRoom = 16 + roomOf(buckets.map(({ from }) => formatEdge(from)));
  const inner = { width: Math.max(1, width - leftRoom - RIGHT), height: Math.max(1, height - TOP - BOTTOM) };
  const [band, tall] = [inner.width / Math.max(1, points.length), inner.height / buckets.length];
  const most = Math.max(1, ...counts.flat());
  const labelled = labelsThatFit(
    points.map(({ short }) => short),
    band,
    LABEL_ROOM,
  );
  const every = Math.max(1, Math.ceil(ROW_ROOM / tall));
  const dragged = drag && draggedOver(drag.from, drag.to, band, points.length);
  const xOf = (event: PointerEvent<SVGSVGElement>) =>
    event.clientX - event.currentTarget.getBoundingClientRect().left - leftRoom;
  const at = hovered !== null && hovered < points.length ? hovered : null;
  const bucket = row === null ? undefined : buckets[row];
  return (
    <>
      <svg
        role="img"
        aria-label={label}
        width={width}
        height={height}
        className="block touch-pan-y select-none"
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          const x = xOf(event);
          setDrag({ from: x, to: x });
          // A finger scrolls the page.
          if (event.pointerType === 'mouse') event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={(event) => {
          if (drag && onZoom && event.pointerType === 'mouse') setDrag({ ...drag, to: xOf(event) });
          const box = event.currentTarget.getBoundingClientRect();
          const column = Math.floor((event.clientX - box.left - leftRoom) / band);
          const fromTop = Math.floor((event.clientY - box.top - TOP) / tall);
          const inside = column >= 0 && column < points.length && fromTop >= 0 && fromTop < buckets.length;
          point(inside ? column : null);
          setRow(inside ? buckets.length - 1 - fromTop : null);
        }}
        onPointerLeave={() => {
          point(null);
          setRow(null);
        }}
        onPointerCancel={() => setDrag(null)}
        onPointerUp={() => {
          if (!drag) return;
          setDrag(null);
          if (dragged && onZoom) onZoom(dragged.first, dragged.last);
          else if (at !== null && row !== null) onPick?.(at, row);
        }}
      >
        <g transform={`translate(${leftRoom} ${TOP})`}>
          {buckets.map(
            ({ from }, index) =>
              index % every === 0 && (
                <text
                  key={index}
                  x={-8}
                  y={inner.height - (index + 0.5) * tall}
                  dy="0.32em"
                  textAnchor="end"
                  fontSize={11}
                  fill="var(--color-muted)"
                >
                  {formatEdge(from)}
                </text>
              ),
          )}
          {counts.map((ofPoint, column) =>
            ofPoint.map(
              (count, index) =>
                count > 0 && (
                  <rect
                    key={`${column} ${index}`}
                    x={column * band}
                    y={inner.height - (index + 1) * tall}
                    width={Math.max(1, band - 1)}
                    height={Math.max(1, tall - 1)}
                    fill="var(--color-accent)"
                    opacity={shadeOf(count, most)}
                  />
                ),
            ),
          )}
          {at !== null && (
            <rect
              x={at * band}
              width={band}
              height={inner.height}
              fill="none"
              stroke="var(--color-control)"
            />
          )}
          {dragged && (
            <rect
              x={dragged.first * band}
              width={(dragged.last - dragged.first + 1) * band}
              height={inner.height}
              fill="var(--color-accent)"
              opacity={0.16}
            />
          )}
          {labelled.map((index) => (
            <text
              key={index}
              x={labelX((index + 0.5) * band, points[index]?.short ?? '', inner.width)}
              y={inner.height + 17}
              textAnchor="middle"
              fontSize={11}
              fill="var(--color-muted)"
            >
              {points[index]?.short}
            </text>
          ))}
        </g>
      </svg>
      {at !== null && row !== null && bucket && !dragged && (
        <Bubble at={leftRoom + (at + 0.5) * band} width={width} title={points[at]?.long ?? ''}>
          <p>
            <span className="text-muted">{nameOf(bucket)}</span>{' '}
            <span className="font-medium">{formatCount(counts[at]?.[row] ?? 0)}</span>
          </p>
        </Bubble>
      )}
    </>
  );
}
