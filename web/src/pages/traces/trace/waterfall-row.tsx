import { ChevronRight, CircleAlert } from 'lucide-react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { Badge } from '#ui';
import type { CriticalPath, Segment } from './critical-path.ts';
import { lookOf, shortName, useTypeName } from './node-kind.tsx';
import type { Span } from './spans.ts';
import type { Sums } from './sums.ts';
import { traceTexts } from '../texts.ts';
import { valueAt, type Tree } from './tree.ts';

export const ROW_HEIGHT = 34;
/** The figures are shown where the list is wide enough. */
export const COLUMNS =
  'grid w-full items-center grid-cols-[minmax(0,1.1fr)_minmax(0,1fr)] @lg:grid-cols-[minmax(0,1.4fr)_5.5rem_minmax(0,1.2fr)] @2xl:grid-cols-[minmax(0,1.5fr)_4.5rem_5.5rem_minmax(0,1.5fr)]';

const INDENT = 14;
/** Deeper spans are not indented further; they show their level instead. */
const DEEPEST = 7;

export interface WaterfallProps {
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
  rows: Int32Array;
  matches: Uint8Array | null;
  closed: ReadonlySet<number>;
  onToggle: (at: number) => void;
  selected: number | null;
  onSelect: (at: number) => void;
}

interface RowProps extends WaterfallProps {
  at: number;
  id: string;
  rowIndex: number;
  top: number;
  /** Distance between two grid lines, in milliseconds. */
  step: number;
  isActive: boolean;
  onPick: (at: number) => void;
}

export function WaterfallRow(props: RowProps) {
  const { tree, sums, matches, closed, selected, at, id, rowIndex, top, isActive, onPick } = props;
  const format = useFormat();
  const node = tree.nodes[at];
  if (!node) return null;
  const hasChildren = valueAt(tree.after, at) > at + 1;
  const isContext = matches !== null && matches[at] !== 1;
  const calls = valueAt(sums.calls, at);
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={rowIndex}
      aria-level={valueAt(tree.depth, at) + 1}
      aria-expanded={hasChildren ? !closed.has(at) : undefined}
      aria-selected={at === selected}
      onClick={() => onPick(at)}
      className={classNames(
        COLUMNS,
        'absolute inset-x-0 cursor-pointer border-b border-line/60',
        at === selected ? 'bg-accent-soft' : 'hover:bg-hover',
        isActive && 'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 outline-accent',
      )}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <NameCell {...props} node={node} hasChildren={hasChildren} isContext={isContext} />
      <div role="gridcell" className="hidden truncate pr-3 text-right text-sm @2xl:block">
        {calls > 0 ? format.compact(valueAt(sums.tokens, at)) : ''}
      </div>
      <div role="gridcell" className="hidden truncate pr-3 text-right text-sm @lg:block">
        {calls > 0 ? format.money(valueAt(sums.cost, at)) : ''}
      </div>
      <TimeCell {...props} node={node} />
    </div>
  );
}

type CellProps = RowProps & { node: Span };

function NameCell({
  node,
  tree,
  sums,
  closed,
  onToggle,
  at,
  hasChildren,
  isContext,
}: CellProps & { hasChildren: boolean; isContext: boolean }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const typeName = useTypeName()(node.type);
  const { icon: Icon, ink } = lookOf(node.type);
  const depth = valueAt(tree.depth, at);
  const below = valueAt(sums.errors, at) - (node.error === null ? 0 : 1);
  const errorsBelow = texts.errorsBelow(below, format.count(below));
  return (
    <div
      role="gridcell"
      className="flex h-full min-w-0 items-center gap-1.5 pr-2"
      style={{ paddingLeft: 4 + Math.min(depth, DEEPEST) * INDENT }}
    >
      <span
        aria-hidden
        title={hasChildren ? (closed.has(at) ? texts.open : texts.close) : undefined}
        onClick={(event) => {
          if (!hasChildren) return;
          event.stopPropagation();
          onToggle(at);
        }}
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-sm text-muted',
          hasChildren ? 'hover:bg-hover hover:text-text' : 'invisible',
        )}
      >
        <ChevronRight
          size={14}
          className={classNames('transition-transform', !closed.has(at) && 'rotate-90')}
        />
      </span>
      <span title={typeName} className={classNames('shrink-0', ink)}>
        <Icon size={15} aria-hidden />
        <span className="sr-only">{typeName}</span>
      </span>
      <span className={classNames('truncate', isContext ? 'text-muted' : 'font-medium')} title={node.name}>
        {shortName(node.name)}
      </span>
      {depth > DEEPEST && <span className="shrink-0 text-xs text-muted">{texts.level(depth + 1)}</span>}
      {node.error !== null && (
        <span title={node.error} className="inline-flex shrink-0 items-center text-bad">
          <CircleAlert size={15} aria-hidden />
          <span className="sr-only">{texts.failed}</span>
        </span>
      )}
      {below > 0 && (
        <span title={errorsBelow} className="shrink-0">
          <Badge tone="bad">
            <span aria-hidden>{format.compact(below)}</span>
            <span className="sr-only">{errorsBelow}</span>
          </Badge>
        </span>
      )}
      <RootBadge tree={tree} at={at} />
    </div>
  );
}

function RootBadge({ tree, at }: { tree: Tree; at: number }) {
  const texts = useTexts(traceTexts);
  const cause = tree.causes.get(at);
  if (cause === undefined || cause === 'root') return null;
  return (
    <span className="hidden shrink-0 @lg:block">
      <Badge tone="warm">{cause === 'cycle' ? texts.cycle : texts.noParent}</Badge>
    </span>
  );
}

const BARS: Record<string, string> = {
  'bg-accent': 'bg-accent/35',
  'bg-plum': 'bg-plum/30',
  'bg-warm': 'bg-warm/35',
  'bg-cool': 'bg-cool/35',
  'bg-control': 'bg-control/35',
};

/** Skips tiny gaps between consecutive children, which would look like dots. */
const worthDrawing = (segments: readonly Segment[], totalMs: number): readonly Segment[] =>
  segments.length < 2 ? segments : segments.filter(({ from, to }) => to - from > totalMs / 100);

function TimeCell({ node, tree, path, at, step }: CellProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const total = tree.totalMs || 1;
  const share = (ms: number) => `${(ms / total) * 100}%`;
  const from = valueAt(tree.from, at);
  const to = valueAt(tree.to, at);
  const label = format.duration(node.durationMs);
  // Beside the bar if there is room, else on it.
  const labelStyle =
    to / total < 0.72
      ? { left: share(to) }
      : from / total > 0.28
        ? { right: share(total - from) }
        : { left: share(from) };
  return (
    <div role="gridcell" className="relative h-full min-w-0 border-l">
      <div
        className="absolute inset-y-0 right-3 left-0"
        style={{
          backgroundImage: 'linear-gradient(to right, var(--color-line) 1px, transparent 1px)',
          backgroundSize: `${share(step)} 100%`,
          backgroundPosition: '-1px 0',
        }}
      >
        <div
          aria-hidden
          className={classNames(
            'absolute top-1/2 h-4 min-w-0.5 -translate-y-1/2 rounded-sm',
            node.error === null ? BARS[lookOf(node.type).bar] : 'bg-bad/45',
          )}
          style={{ left: share(from), width: share(to - from) }}
        />
        {worthDrawing(path.segments.get(at) ?? [], total).map((segment) => (
          <div
            key={segment.from}
            aria-hidden
            className="absolute bottom-[7px] h-[3px] min-w-0.5 rounded-sm bg-text"
            style={{ left: share(segment.from), width: share(segment.to - segment.from) }}
          />
        ))}
        <span
          title={`${node.durationMs} ms`}
          className="absolute top-1/2 -translate-y-1/2 px-1.5 text-xs whitespace-nowrap"
          style={labelStyle}
        >
          {label}
        </span>
        {path.on[at] === 1 && <span className="sr-only">{texts.critical}</span>}
      </div>
    </div>
  );
}
