// A virtualised table for any number of rows. It is a single tab stop; arrows, Page, Home and End move the active row, Enter
// opens it. The service sorts and filters, so no work here grows with the number of rows.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { useFormat, useTexts } from '#i18n';
import { kitTexts } from './texts.ts';

export interface VirtualColumn<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** A CSS grid track: `120px`, `minmax(160px, 1fr)`. */
  width: string;
  number?: boolean;
  sortable?: boolean;
}

export interface Sorting {
  column: string;
  order: 'asc' | 'desc';
}

interface VirtualTableProps<Row> {
  label: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onOpen?: (row: Row) => void;
  sorting?: Sorting;
  onSort?: (sorting: Sorting) => void;
  /** Called near the end of the loaded rows, to load more. */
  onEndNear?: () => void;
  /** The number of all rows, if known. */
  total?: number;
  rowHeight?: number;
  /** `className` sets the height, up to three quarters of the window. */
  className?: string;
}

const PAGE = 10;

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, columns, rows, rowKey, onOpen, onEndNear, total, rowHeight = 40, className } = props;
  const id = useId();
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [active, setActive] = useState(0);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: 12,
    scrollPaddingStart: rowHeight,
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (rows.length > 0 && lastShown >= rows.length - 20) onEndNear?.();
  }, [lastShown, rows.length, onEndNear]);

  const current = Math.min(active, Math.max(rows.length - 1, 0));
  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== scroller.current || event.ctrlKey || event.metaKey || event.altKey) return;
    const steps: Record<string, number> = {
      ArrowDown: current + 1,
      j: current + 1,
      ArrowUp: current - 1,
      k: current - 1,
      PageDown: current + PAGE,
      PageUp: current - PAGE,
      Home: 0,
      End: rows.length - 1,
    };
    const row = rows[current];
    if (event.key === 'Enter' && row !== undefined) onOpen?.(row);
    else if (steps[event.key] !== undefined) go(steps[event.key] ?? 0);
    else return;
    event.preventDefault();
  };

  const template = columns.map(({ width }) => width).join(' ');
  return (
    <div
      ref={scroller}
      role="grid"
      aria-label={`${label}, ${texts.rows(format.count(total ?? rows.length))}`}
      aria-rowcount={(total ?? rows.length) + 1}
      aria-colcount={columns.length}
      aria-activedescendant={shown.some(({ index }) => index === current) ? `${id}-${current}` : undefined}
      tabIndex={0}
      onKeyDown={onKeyDown}
      className={classNames(
        'group relative max-h-[75dvh] overflow-auto rounded-lg border bg-surface ring-inside',
        className,
      )}
    >
      <Header {...props} template={template} height={rowHeight} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          return (
            <div
              key={rowKey(row)}
              id={`${id}-${index}`}
              role="row"
              aria-rowindex={index + 2}
              aria-selected={index === current}
              onClick={() => {
                setActive(index);
                onOpen?.(row);
              }}
              className={classNames(
                'absolute inset-x-0 grid min-w-fit items-center border-b border-line/60 hover:bg-hover',
                onOpen && 'cursor-pointer',
                index === current && 'group-focus-visible:bg-accent-soft',
              )}
              style={{
                height: rowHeight,
                transform: `translateY(${start}px)`,
                gridTemplateColumns: template,
              }}
            >
              {columns.map((column) => (
                <div
                  key={column.id}
                  role="gridcell"
                  className={classNames('min-w-0 truncate px-3', column.number && 'text-right')}
                >
                  {column.cell(row)}
                </div>
              ))}
            </div>
          );
        })}
      </div>
    </div>
  );
}

function Header<Row>({
  columns,
  sorting,
  onSort,
  template,
  height,
}: VirtualTableProps<Row> & { template: string; height: number }) {
  const texts = useTexts(kitTexts);
  return (
    <div role="rowgroup" className="sticky top-0 z-10 min-w-fit border-b bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        className="grid items-center"
        style={{ gridTemplateColumns: template, height }}
      >
        {columns.map((column) => {
          const order = sorting?.column === column.id ? sorting.order : null;
          const Arrow = order === 'asc' ? ArrowUp : ArrowDown;
          return (
            <div
              key={column.id}
              role="columnheader"
              aria-sort={order === null ? undefined : order === 'asc' ? 'ascending' : 'descending'}
              className={classNames(
                'min-w-0 truncate px-3 text-xs font-medium text-muted',
                column.number && 'text-right',
              )}
            >
              {column.sortable && onSort ? (
                <button
                  type="button"
                  className="inline-flex items-center gap-1 rounded-sm hover:text-text"
                  onClick={() => onSort({ column: column.id, order: order === 'desc' ? 'asc' : 'desc' })}
                >
                  {column.title}
                  {order !== null && (
                    <>
                      <Arrow size={12} aria-hidden />
                      <span className="sr-only">{order === 'asc' ? texts.sortedUp : texts.sortedDown}</span>
                    </>
                  )}
                </button>
              ) : (
                column.title
              )}
            </div>
          );
        })}
      </div>
    </div>
  );
}
