// The agent graph as a picture that fits the screen. Each box leads to its spans.
import { Maximize, ZoomIn, ZoomOut } from 'lucide-react';
import { useId, type KeyboardEvent } from 'react';
import { useFormat, useTexts } from '#i18n';
import { IconButton } from '#ui';
import { traceTexts } from '../texts.ts';
import { lookOf, useTypeName } from '../trace/node-kind.tsx';
import { START, type GraphNode } from './agent-graph.ts';
import { BOX, type Layout, type Placed } from './graph-layout.ts';
import { useCamera } from './use-camera.ts';

const INKS: Record<string, string> = {
  'text-accent': 'stroke-accent fill-accent-soft',
  'text-plum': 'stroke-plum fill-plum-soft',
  'text-warm': 'stroke-warm fill-warm-soft',
  'text-cool': 'stroke-cool fill-cool-soft',
  'text-muted': 'stroke-control fill-sunken',
};

interface GraphPictureProps {
  layout: Layout;
  onPick: (node: GraphNode) => void;
}

export function GraphPicture({ layout, onPick }: GraphPictureProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const arrow = useId();
  const { frame, camera, isReady, zoomIn, zoomOut, fit, handlers } = useCamera(layout);
  const label = texts.graphSays(format.count(layout.placed.length), format.count(layout.edges.length));
  const ways = layout.edges.map(({ edge, from, to }) => ({ edge, ...wayOf(from, to) }));
  return (
    <div className="relative h-[min(60dvh,40rem)] min-h-72 overflow-hidden rounded-md border bg-page">
      <div
        ref={frame}
        role="group"
        aria-label={label}
        tabIndex={0}
        {...handlers}
        className="absolute inset-0 cursor-grab touch-pan-y ring-inside active:cursor-grabbing"
      >
        {isReady && (
          <svg width="100%" height="100%" className="block">
            <defs>
              <marker
                id={arrow}
                viewBox="0 0 8 8"
                refX="7"
                refY="4"
                markerUnits="userSpaceOnUse"
                markerWidth="8"
                markerHeight="8"
                orient="auto"
              >
                <path d="M0 0 8 4 0 8z" className="fill-control" />
              </marker>
            </defs>
            <g transform={`translate(${camera.x} ${camera.y}) scale(${camera.scale})`}>
              {ways.map(({ edge, d }) => (
                <path
                  key={`${edge.from} ${edge.to}`}
                  d={d}
                  fill="none"
                  className="stroke-control"
                  strokeWidth={Math.min(3, 1 + Math.log10(edge.count))}
                  markerEnd={`url(#${arrow})`}
                />
              ))}
              {layout.placed.map((place) => (
                <Box
                  key={place.node.key}
                  place={place}
                  again={layout.again.get(place.node.key) ?? 0}
                  onPick={onPick}
                />
              ))}
              {/* After the boxes, so that no box covers them. */}
              {ways.map(
                ({ edge, x, y }) =>
                  edge.count > 1 && (
                    <text
                      key={`${edge.from} ${edge.to}`}
                      x={x}
                      y={y}
                      textAnchor="middle"
                      className="pointer-events-none fill-text stroke-page text-xs [paint-order:stroke] [stroke-width:4px]"
                    >
                      {texts.times(format.compact(edge.count))}
                    </text>
                  ),
              )}
            </g>
          </svg>
        )}
      </div>
      <div className="absolute right-2 bottom-2 flex rounded-md border bg-surface">
        <IconButton label={texts.zoomIn} icon={<ZoomIn size={16} aria-hidden />} onClick={zoomIn} />
        <IconButton label={texts.zoomOut} icon={<ZoomOut size={16} aria-hidden />} onClick={zoomOut} />
        <IconButton label={texts.fit} icon={<Maximize size={16} aria-hidden />} onClick={fit} />
      </div>
    </div>
  );
}

/** A curve to the right; edges to the same or an earlier column go around the boxes. */
function wayOf(from: Placed, to: Placed): { d: string; x: number; y: number } {
  const begin = { x: from.x + BOX.width, y: from.y + BOX.height / 2 };
  if (to.x > from.x) {
    const end = { x: to.x - 2, y: to.y + BOX.height / 2 };
    const middle = (begin.x + end.x) / 2;
    return {
      d: `M${begin.x} ${begin.y}C${middle} ${begin.y} ${middle} ${end.y} ${end.x} ${end.y}`,
      x: (begin.x + 3 * middle * 2 + end.x) / 8,
      y: (begin.y + end.y) / 2 + 4,
    };
  }
  const end = { x: to.x + BOX.width + 2, y: to.y + BOX.height / 2 + 8 };
  const bow = Math.max(begin.x, end.x) + 40;
  return {
    d: `M${begin.x} ${begin.y}C${bow} ${begin.y} ${bow} ${end.y} ${end.x} ${end.y}`,
    x: bow - 12,
    y: (begin.y + end.y) / 2 + 4,
  };
}

const LONGEST = 22;

interface BoxProps {
  place: Placed;
  again: number;
  onPick: (node: GraphNode) => void;
}

function Box({ place: { node, x, y }, again, onPick }: BoxProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName();
  const isStart = node.key === START;
  const name = isStart ? texts.graphStart : node.name;
  const shown = name.length > LONGEST ? `${name.slice(0, LONGEST - 1)}…` : name;
  const look = isStart ? 'text-muted' : lookOf(node.part).ink;
  const parts = [
    typeName(node.part),
    texts.times(format.compact(node.count)),
    ...(again > 0 ? [texts.again(format.compact(again))] : []),
  ];
  const pick = isStart
    ? {}
    : {
        role: 'button',
        tabIndex: 0,
        onClick: () => onPick(node),
        onKeyDown: (event: KeyboardEvent) => {
          if (event.key !== 'Enter' && event.key !== ' ') return;
          event.preventDefault();
          onPick(node);
        },
        className: 'group/box cursor-pointer outline-none',
      };
  return (
    <g transform={`translate(${x} ${y})`} {...pick}>
      {/* Its name for assistive technology too. */}
      <title>{isStart ? name : texts.showInTree(name)}</title>
      <rect
        width={BOX.width}
        height={BOX.height}
        rx="6"
        className={`${node.errors > 0 ? 'fill-bad-soft stroke-bad' : INKS[look]} group-hover/box:[stroke-width:2px] group-focus-visible/box:[stroke-width:3px]`}
      />
      <text x="12" y={isStart ? 29 : 21} className="fill-text text-sm font-semibold">
        {shown}
      </text>
      {!isStart && (
        <text x="12" y="38" className="fill-muted text-xs">
          {parts.join(' · ')}
        </text>
      )}
    </g>
  );
}
