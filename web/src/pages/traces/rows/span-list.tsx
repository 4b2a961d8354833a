// The spans as one virtualised list, as a tree with figures or as a timeline. It is a single tab stop; the
// content follows the arrow keys.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { ArrowDown } from 'lucide-react';
import { useFormat, useTexts } from '#i18n';
import { traceTexts } from '../texts.ts';
import { valueAt } from '../trace/tree.ts';
import { ticksOf, type Ticks } from './axis.ts';
import { Minimap } from './minimap.tsx';
import { actionOf, placeIn } from './row-keys.ts';
import {
  ROW_GRIDS,
  ROW_HEIGHT,
  RunSpanRow,
  rowFigures,
  type ListContext,
  type RowMode,
} from './span-row.tsx';
import { TIME_AREA } from './time-cell.tsx';
import { useZoomDrag } from './use-zoom-drag.ts';
import { spanOfRow, type RowOrder } from './visible-rows.ts';
import { shareOf, wholeView, zoomBy, type TimeView } from './zoom.ts';

const TICKS = 6;
const HEAD_HEIGHT = 28;
/** While an arrow key is held, only the row moves. */
const FOLLOW_MS = 80;

interface SpanListProps extends ListContext {
  rows: Int32Array;
  /** null shows the whole time. */
  zoom: TimeView | null;
  onZoom: (view: TimeView | null) => void;
  selected: number | null;
  onSelect: (at: number) => void;
  sortBy: (order: 'start' | 'duration') => void;
  /** Whether the content beside the list follows the arrow keys. */
  follows: boolean;
}

export function RunSpanList(props: SpanListProps) {
  const { mode, tree, rows, zoom, onZoom, onToggle, selected, onSelect, follows } = props;
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const axis = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(selected ?? 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingStart: HEAD_HEIGHT,
  });
  const { chosen, choose, chooseSoon } = useChoice(onSelect);
  const context = useRef(props);
  useEffect(() => {
    context.current = props;
  });
  // The selection may change elsewhere: in the URL, the graph or the log.
  useEffect(() => {
    if (selected === null || selected === chosen.current) return;
    chosen.current = selected;
    setActive(selected);
    virtual.scrollToIndex(placeIn(rows, context.current, selected), { align: 'center' });
  }, [selected, chosen, rows, virtual]);

  const view = useMemo(() => zoom ?? wholeView(tree.totalMs), [zoom, tree]);
  const { band, handlers } = useZoomDrag({ axis, view, totalMs: tree.totalMs, onZoom });
  const wasDrag = useRef(false);
  const pick = useCallback(
    (row: number) => {
      setActive(row);
      choose(spanOfRow(row));
    },
    [choose],
  );
  const place = placeIn(rows, props, active);
  const current = valueAt(rows, place);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const action = actionOf(event.key, rows, place, props);
    if (!action) return;
    if (action.do === 'reset' && zoom === null) return;
    if ((action.do === 'zoom' || action.do === 'reset') && mode === 'tree') return;
    event.preventDefault();
    if (action.do === 'toggle') onToggle(current);
    else if (action.do === 'choose') choose(spanOfRow(current));
    else if (action.do === 'reset') onZoom(null);
    else if (action.do === 'zoom') {
      const { from, to } = rowFigures(props, current);
      onZoom(zoomBy(view, action.factor, (from + to) / 2, tree.totalMs));
    } else {
      const row = valueAt(rows, action.place);
      setActive(row);
      virtual.scrollToIndex(action.place);
      if (follows) chooseSoon(spanOfRow(row));
    }
  };

  const shown = virtual.getVirtualItems();
  const ticks = ticksOf(view.to - view.from, TICKS, view.from);
  const isTimeline = mode === 'timeline';
  return (
    <div className="flex h-full min-h-0 min-w-0 flex-col gap-1.5">
      {isTimeline && <Minimap tree={tree} view={view} onZoom={onZoom} />}
      <div
        className={`relative min-h-0 min-w-0 flex-1 ${isTimeline ? 'select-none' : ''}`}
        {...(isTimeline ? handlers : {})}
        onPointerUp={() => {
          wasDrag.current = band !== null;
          if (isTimeline) handlers.onPointerUp();
        }}
        // The click at the end of a drag chooses no row.
        onClickCapture={(event) => {
          if (wasDrag.current) event.stopPropagation();
          wasDrag.current = false;
        }}
        onDoubleClick={() => zoom && onZoom(null)}
      >
        <div
          ref={scroller}
          role="treegrid"
          aria-label={texts.tree(format.count(tree.nodes.length))}
          aria-rowcount={rows.length + 1}
          aria-activedescendant={shown.some(({ index }) => index === place) ? `${id}-${place}` : undefined}
          tabIndex={0}
          onKeyDown={onKeyDown}
          className="group @container absolute inset-0 overflow-x-hidden overflow-y-auto rounded-lg border bg-surface ring-inside"
        >
          <ListHead
            mode={mode}
            axis={axis}
            ticks={ticks}
            view={view}
            order={props.order}
            sortBy={props.sortBy}
          />
          <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
            {shown.map(({ index, start }) => (
              <RunSpanRow
                key={rows[index]}
                {...props}
                row={valueAt(rows, index)}
                id={`${id}-${index}`}
                rowIndex={index + 2}
                top={start}
                view={view}
                step={ticks.step}
                isActive={index === place}
                onPick={pick}
              />
            ))}
          </div>
        </div>
        <DragBand axis={axis} band={band} />
      </div>
    </div>
  );
}

/**
 * Selects at once, or when the keys pause. Remembers its selection to distinguish it from one made elsewhere.
 */
function useChoice(onSelect: (at: number) => void) {
  const chosen = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const select = useRef(onSelect);
  useEffect(() => {
    select.current = onSelect;
  }, [onSelect]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const choose = useCallback((at: number) => {
    clearTimeout(timer.current);
    chosen.current = at;
    select.current(at);
  }, []);
  const chooseSoon = (at: number) => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => choose(at), FOLLOW_MS);
  };
  return { chosen, choose, chooseSoon };
}

/** Over all rows, so it is placed in the frame of the list, which does not scroll. */
function DragBand({
  axis,
  band,
}: {
  axis: RefObject<HTMLElement | null>;
  band: { left: number; width: number } | null;
}) {
  const left = axis.current?.getBoundingClientRect().left;
  const frame = axis.current?.closest('[role=treegrid]')?.getBoundingClientRect().left;
  if (!band || left === undefined || frame === undefined) return null;
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute inset-y-0 border-x border-accent bg-accent/15"
      style={{ left: left - frame + band.left, width: band.width }}
    />
  );
}

interface ListHeadProps {
  mode: RowMode;
  axis: RefObject<HTMLDivElement | null>;
  ticks: Ticks;
  view: TimeView;
  order: RowOrder;
  sortBy: (order: 'start' | 'duration') => void;
}

function ListHead({ mode, axis, ticks, view, order, sortBy }: ListHeadProps) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const isTimeline = mode === 'timeline';
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b bg-surface text-xs text-muted select-none">
      <div role="row" aria-rowindex={1} className={ROW_GRIDS[mode]} style={{ height: HEAD_HEIGHT - 1 }}>
        <div role="columnheader" className="truncate pl-3 font-medium">
          {texts.columns.span}
        </div>
        {!isTimeline && (
          <div
            role="columnheader"
            aria-sort={order === 'start' ? undefined : 'descending'}
            className="min-w-0 pr-2 text-right font-medium"
          >
            {order === 'slowest' ? (
              <span title={texts.selfAbout}>{texts.columns.self}</span>
            ) : (
              <button
                type="button"
                // The list itself is the tab stop; this is also in its bar.
                tabIndex={-1}
                title={order === 'duration' ? texts.byStart : texts.byDuration}
                onClick={() => sortBy(order === 'duration' ? 'start' : 'duration')}
                className="inline-flex max-w-full items-center gap-1 rounded-sm hover:text-text"
              >
                <span className="truncate">{texts.columns.duration}</span>
                {order === 'duration' && <ArrowDown size={12} aria-hidden className="shrink-0" />}
              </button>
            )}
          </div>
        )}
        <div
          role="columnheader"
          title={texts.subtree}
          className={`truncate pr-3 text-right font-medium ${isTimeline ? 'hidden @2xl:block' : ''}`}
        >
          {texts.columns.cost}
        </div>
        {isTimeline && (
          <div
            role="columnheader"
            className="relative h-full min-w-0 cursor-crosshair overflow-hidden border-l"
          >
            <span className="sr-only">{texts.columns.time}</span>
            <div ref={axis} aria-hidden className={TIME_AREA}>
              {ticks.at.map((tick, index) => (
                <span
                  key={tick}
                  // A phone has room for every other tick.
                  className={`absolute inset-y-0 flex items-center border-l pl-1 whitespace-nowrap ${index % 2 === 1 ? 'max-md:hidden' : ''}`}
                  style={{ left: `${shareOf(view, tick) * 100}%` }}
                >
                  {format.duration(tick)}
                </span>
              ))}
            </div>
          </div>
        )}
      </div>
    </div>
  );
}
