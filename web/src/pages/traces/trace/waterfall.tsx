// The span tree and its timeline as one virtualised list. It is a single tab stop; arrow keys move, collapse and expand, Enter
// shows the details.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useFormat, useTexts } from '#i18n';
import { ticksOf } from './axis.ts';
import { traceTexts } from '../texts.ts';
import { NONE, valueAt } from './tree.ts';
import { COLUMNS, ROW_HEIGHT, WaterfallRow, type WaterfallProps } from './waterfall-row.tsx';

const PAGE = 12;
const TICKS = 5;

/** The row of a span, or the last visible row before it. */
function placeOf(rows: Int32Array, at: number): number {
  let low = 0;
  let high = rows.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (valueAt(rows, middle) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function Waterfall(props: WaterfallProps) {
  const { tree, rows, closed, onToggle, selected, onSelect } = props;
  const texts = useTexts(traceTexts);
  const format = useFormat();
  const id = useId();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(selected ?? 0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
    scrollPaddingStart: ROW_HEIGHT,
  });
  // Scrolls to the span named in the link.
  const linked = useRef(selected);
  useEffect(() => {
    if (linked.current !== null) virtual.scrollToIndex(placeOf(rows, linked.current), { align: 'center' });
    linked.current = null;
  }, [virtual, rows]);

  const place = placeOf(rows, active);
  const current = valueAt(rows, place);
  const go = (to: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, to));
    setActive(valueAt(rows, next));
    virtual.scrollToIndex(next);
  };
  const hasChildren = valueAt(tree.after, current) > current + 1;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || rows.length === 0) return;
    const steps: Record<string, number> = {
      ArrowDown: place + 1,
      j: place + 1,
      ArrowUp: place - 1,
      k: place - 1,
      PageDown: place + PAGE,
      PageUp: place - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const step = steps[event.key];
    if (step !== undefined) go(step);
    else if (event.key === 'Enter' || event.key === ' ') onSelect(current);
    else if (event.key === 'ArrowRight' && hasChildren) {
      if (closed.has(current)) onToggle(current);
      else go(place + 1);
    } else if (event.key === 'ArrowLeft') {
      const above = valueAt(tree.parent, current);
      if (hasChildren && !closed.has(current)) onToggle(current);
      else if (above !== NONE) go(placeOf(rows, above));
    } else return;
    event.preventDefault();
  };

  const shown = virtual.getVirtualItems();
  const ticks = ticksOf(tree.totalMs, TICKS);
  return (
    <div
      ref={scroller}
      role="treegrid"
      aria-label={texts.tree(format.count(tree.nodes.length))}
      aria-rowcount={rows.length + 1}
      aria-activedescendant={shown.some(({ index }) => index === place) ? `${id}-${place}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="group @container relative max-h-[75dvh] min-w-0 overflow-x-hidden overflow-y-auto rounded-lg border bg-surface ring-inside"
    >
      <Axis ticks={ticks} totalMs={tree.totalMs} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => (
          <WaterfallRow
            key={rows[index]}
            {...props}
            at={valueAt(rows, index)}
            id={`${id}-${index}`}
            rowIndex={index + 2}
            top={start}
            step={ticks[1] ?? tree.totalMs}
            isActive={index === place}
            onPick={(at) => {
              setActive(at);
              onSelect(at);
            }}
          />
        ))}
      </div>
    </div>
  );
}

function Axis({ ticks, totalMs }: { ticks: readonly number[]; totalMs: number }) {
  const texts = useTexts(traceTexts);
  const format = useFormat();
  return (
    <div role="rowgroup" className="sticky top-0 z-10 border-b bg-surface text-xs text-muted">
      <div role="row" aria-rowindex={1} className={COLUMNS} style={{ height: ROW_HEIGHT }}>
        <div role="columnheader" className="truncate pl-3 font-medium">
          {texts.columns.span}
        </div>
        <div
          role="columnheader"
          title={texts.subtree}
          className="hidden pr-3 text-right font-medium @2xl:block"
        >
          {texts.columns.tokens}
        </div>
        <div
          role="columnheader"
          title={texts.subtree}
          className="hidden pr-3 text-right font-medium @lg:block"
        >
          {texts.columns.cost}
        </div>
        <div role="columnheader" className="relative h-full min-w-0 border-l">
          <span className="sr-only">{texts.columns.time}</span>
          <div aria-hidden className="absolute inset-y-0 right-3 left-0">
            {ticks.map((tick, index) => (
              <span
                key={tick}
                // A phone has room for every other tick.
                className={`absolute inset-y-0 flex items-center border-l pl-1 whitespace-nowrap ${index === 0 ? 'border-transparent' : ''} ${index % 2 === 1 ? 'max-md:hidden' : ''} ${tick / (totalMs || 1) > 0.9 ? 'hidden' : ''}`}
                style={{ left: `${(tick / (totalMs || 1)) * 100}%` }}
              >
                {format.duration(tick)}
              </span>
            ))}
          </div>
        </div>
      </div>
    </div>
  );
}
