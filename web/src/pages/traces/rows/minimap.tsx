// The whole time of the trace in a strip: how busy it was, where it failed, and which part the timeline
// shows. A pointer tool; the keys of the timeline do the same.
import { useMemo, useRef } from 'react';
import type { Tree } from '../trace/tree.ts';
import { densityOf, type Density } from './density.ts';
import { useZoomDrag } from './use-zoom-drag.ts';
import { shareOf, wholeView, type TimeView } from './zoom.ts';

const COLUMNS = 240;
const HEIGHT = 24;

interface MinimapProps {
  tree: Tree;
  view: TimeView;
  onZoom: (view: TimeView | null) => void;
}

function areaOf({ load }: Density): string {
  const points = Array.from(load, (one, at) => {
    const y = (HEIGHT - 2 - one * (HEIGHT - 4)).toFixed(1);
    return `L${at} ${y}L${at + 1} ${y}`;
  });
  return `M0 ${HEIGHT}${points.join('')}L${COLUMNS} ${HEIGHT}Z`;
}

const marksOf = ({ failed }: Density): string =>
  Array.from(failed, (one, at) => (one === 1 ? `M${at} 0h1v4h-1z` : '')).join('');

export function Minimap({ tree, view, onZoom }: MinimapProps) {
  const axis = useRef<HTMLDivElement>(null);
  const whole = wholeView(tree.totalMs);
  const density = useMemo(() => densityOf(tree, COLUMNS), [tree]);
  const area = useMemo(() => areaOf(density), [density]);
  const marks = useMemo(() => marksOf(density), [density]);
  const { band, handlers } = useZoomDrag({ axis, view: whole, totalMs: tree.totalMs, onZoom });
  const share = (ms: number) => `${shareOf(whole, ms) * 100}%`;
  return (
    <div
      ref={axis}
      aria-hidden
      {...handlers}
      onDoubleClick={() => onZoom(null)}
      className="relative h-6 shrink-0 cursor-crosshair touch-pan-y overflow-hidden rounded-md border bg-surface select-none"
    >
      <svg
        viewBox={`0 0 ${COLUMNS} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-full w-full"
        focusable="false"
      >
        <path d={area} className="fill-control/45" />
        <path d={marks} className="fill-bad" />
      </svg>
      <div className="absolute inset-y-0 left-0 bg-sunken/80" style={{ width: share(view.from) }} />
      <div
        className="absolute inset-y-0 right-0 bg-sunken/80"
        style={{ width: share(Math.max(0, tree.totalMs - view.to)) }}
      />
      {band && (
        <div className="absolute inset-y-0 bg-accent/25" style={{ left: band.left, width: band.width }} />
      )}
    </div>
  );
}
