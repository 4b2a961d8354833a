// One row: a span, or a run of repeated spans that is folded into one.
import { ChevronRight, CircleAlert } from 'lucide-react';
import { memo } from 'react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { Badge } from '#ui';
import type { CriticalPath } from '../trace/critical-path.ts';
import { lookOf, shortName, useTypeName } from '../trace/node-kind.tsx';
import type { Sums } from '../trace/sums.ts';
import { traceTexts } from '../texts.ts';
import { NONE, valueAt, type Tree } from '../trace/tree.ts';
import { canOpen, isRowOpen, levelOf, type RowContext } from './row-keys.ts';
import { TimeCell } from './time-cell.tsx';
import { isFoldRow, spanOfRow } from './visible-rows.ts';
import { barIn, wholeView, type TimeView } from './zoom.ts';

export const ROW_HEIGHT = 32;
export const ROW_GRIDS = {
  tree: 'grid w-full items-center grid-cols-[minmax(0,1fr)_5rem_5.25rem]',
  timeline:
    'grid w-full items-center grid-cols-[minmax(0,1fr)_minmax(0,1.2fr)] @2xl:grid-cols-[minmax(0,1fr)_5.25rem_minmax(0,1.8fr)]',
} as const;
export type RowMode = keyof typeof ROW_GRIDS;

const INDENT = 14;
/** Deeper spans are not indented further; they show their level instead. */
const DEEPEST = 7;

/** What all rows of a list share. */
export interface ListContext extends RowContext {
  mode: RowMode;
  sums: Sums;
  path: CriticalPath;
  self: Float64Array;
  onToggle: (row: number) => void;
}

interface RowProps extends ListContext {
  row: number;
  id: string;
  rowIndex: number;
  top: number;
  view: TimeView;
  /** Distance between two grid lines, in milliseconds. */
  step: number;
  isActive: boolean;
  onPick: (row: number) => void;
}

/** The figures of a row, for a span and a fold alike. */
export function rowFigures({ tree, sums, path, folds }: ListContext, row: number) {
  const at = spanOfRow(row);
  const fold = isFoldRow(row) ? folds.by.get(at) : undefined;
  const node = tree.nodes[at];
  if (fold) {
    const { names, from, to, cost, calls, errors, isCritical } = fold;
    return {
      names,
      from,
      to,
      durationMs: to - from,
      cost,
      calls,
      errors,
      isCritical,
      count: fold.count,
      error: null,
    };
  }
  return {
    names: [node?.name ?? ''],
    from: valueAt(tree.from, at),
    to: valueAt(tree.to, at),
    durationMs: node?.durationMs ?? 0,
    cost: valueAt(sums.cost, at),
    calls: valueAt(sums.calls, at),
    errors: valueAt(sums.errors, at) - (node?.error === null ? 0 : 1),
    isCritical: path.on[at] === 1,
    count: 1,
    error: node?.error ?? null,
  };
}

/** Memoized: while the list scrolls, only rows that come into view are drawn. */
export const RunSpanRow = memo(function RunSpanRow(props: RowProps) {
  const { mode, tree, path, self, order, matches, row, id, rowIndex, top, view, step, isActive, onPick } =
    props;
  const format = useFormat();
  const at = spanOfRow(row);
  const node = tree.nodes[at];
  if (!node) return null;
  const figures = rowFigures(props, row);
  const tone =
    figures.error !== null || (figures.count > 1 && figures.errors > 0) ? 'bg-bad' : lookOf(node.type).bar;
  const cost = figures.calls > 0 ? format.money(figures.cost) : '';
  // Not a match itself, only an ancestor of one.
  const isContext = matches !== null && matches[at] !== 1;
  // The slowest spans are in the order of their own time, so this is what they show.
  const shownMs = order === 'slowest' ? valueAt(self, at) : figures.durationMs;
  const paint = classNames(tone, isContext && 'opacity-35');
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={rowIndex}
      aria-level={levelOf(props, row) + 1}
      aria-expanded={canOpen(props, row) ? isRowOpen(props, row) : undefined}
      aria-selected={isActive}
      onClick={() => onPick(row)}
      className={classNames(
        ROW_GRIDS[mode],
        'absolute inset-x-0 cursor-pointer border-b border-line/60',
        isActive ? 'bg-accent-soft' : 'hover:bg-hover',
        isActive && 'group-focus-visible:outline-2 group-focus-visible:-outline-offset-2 outline-accent',
      )}
      style={{ height: ROW_HEIGHT, transform: `translateY(${top}px)` }}
    >
      <NameCell {...props} isContext={isContext} />
      {mode === 'tree' ? (
        <>
          <div
            role="gridcell"
            title={`${shownMs} ms`}
            className="truncate pr-2 text-right text-xs text-muted"
          >
            {format.duration(shownMs)}
            {figures.isCritical && valueAt(tree.parent, at) !== NONE && <Critical />}
          </div>
          <div role="gridcell" className="truncate pr-3 text-right text-xs text-muted">
            {cost}
            <ThinBar view={wholeView(tree.totalMs)} from={figures.from} to={figures.to} paint={paint} />
          </div>
        </>
      ) : (
        <>
          <div role="gridcell" className="hidden truncate pr-3 text-right text-xs text-muted @2xl:block">
            {cost}
          </div>
          <TimeCell
            bar={{ ...figures, paint }}
            segments={isFoldRow(row) ? [] : (path.segments.get(at) ?? [])}
            view={view}
            step={step}
          />
        </>
      )}
    </div>
  );
});

const Critical = () => <span className="sr-only">{useTexts(traceTexts).critical}</span>;

function ThinBar({ view, from, to, paint }: { view: TimeView; from: number; to: number; paint: string }) {
  const bar = barIn(view, from, to);
  return (
    bar && (
      <span aria-hidden className="pointer-events-none absolute inset-x-3 bottom-0 h-[3px]">
        <span
          className={classNames('absolute inset-y-0 min-w-[3px] rounded-sm', paint)}
          style={{ left: `${Math.min(99, bar.left * 100)}%`, width: `${bar.width * 100}%` }}
        />
      </span>
    )
  );
}

function NameCell(props: RowProps & { isContext: boolean }) {
  const { tree, row, onToggle, isContext } = props;
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const at = spanOfRow(row);
  const node = tree.nodes[at];
  const typeName = useTypeName()(node?.type ?? '');
  if (!node) return null;
  const { icon: Icon, ink } = lookOf(node.type);
  const level = levelOf(props, row);
  const { names, errors, error, count } = rowFigures(props, row);
  const errorsBelow = (count > 1 ? texts.errorsInside : texts.errorsBelow)(errors, format.count(errors));
  const opens = canOpen(props, row);
  const isOpen = isRowOpen(props, row);
  return (
    <div
      role="gridcell"
      className="flex h-full min-w-0 items-center gap-1.5 pr-2"
      style={{ paddingLeft: 4 + Math.min(level, DEEPEST) * INDENT }}
    >
      <span
        aria-hidden
        title={opens ? (isOpen ? texts.close : texts.open) : undefined}
        onClick={(event) => {
          if (!opens) return;
          event.stopPropagation();
          onToggle(row);
        }}
        className={classNames(
          'grid size-6 shrink-0 place-items-center rounded-sm text-muted',
          opens ? 'hover:bg-hover hover:text-text' : 'invisible',
        )}
      >
        <ChevronRight size={14} className={classNames('transition-transform', isOpen && 'rotate-90')} />
      </span>
      <span title={typeName} className={classNames('shrink-0', ink)}>
        <Icon size={15} aria-hidden />
        <span className="sr-only">{typeName}</span>
      </span>
      <span
        className={classNames('truncate', isContext ? 'text-muted' : 'font-medium')}
        title={names.join(' → ')}
      >
        {names.map(shortName).join(' → ')}
      </span>
      {count > 1 && (
        <span className="shrink-0 text-sm font-medium text-muted">{texts.repeated(format.count(count))}</span>
      )}
      {level > DEEPEST && <span className="shrink-0 text-xs text-muted">{texts.level(level + 1)}</span>}
      {error !== null && (
        <span title={error} className="inline-flex shrink-0 items-center text-bad">
          <CircleAlert size={15} aria-hidden />
          <span className="sr-only">{texts.failed}</span>
        </span>
      )}
      {errors > 0 && (
        <span title={errorsBelow} className="shrink-0">
          <Badge tone="bad">
            <span aria-hidden>{format.compact(errors)}</span>
            <span className="sr-only">{errorsBelow}</span>
          </Badge>
        </span>
      )}
      {!isFoldRow(row) && <RootBadge tree={tree} at={at} />}
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
