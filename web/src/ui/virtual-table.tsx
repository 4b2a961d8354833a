// A virtualised table for any number of rows. It is a single tab stop; arrows, Page, Home and End move the
// active row, Enter opens it. With `link`, a row is also a link: Ctrl-click, the middle button and the
// browser's menu open it in a new tab. The service sorts and filters, so no work here grows with the number
// of rows.
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react';
import { afterPaint } from '#lib/after-paint';
import { classNames } from '#lib/class-names';
import { useRowHeight } from '#lib/density';
import { useFormat, useTexts } from '#i18n';
import { AppLink, type AppLinkProps } from './button.tsx';
import { useWidth } from './charts/use-width.ts';
import { fitColumns, leastWidth } from './fit-columns.ts';
import { ColumnTitle, sortedAs, type ListOrder } from './list/column-title.tsx';
import { kitTexts } from './texts.ts';

export interface VirtualColumn<Row> {
  id: string;
  title: string;
  cell: (row: Row) => ReactNode;
  /** A CSS grid track: `120px`, `minmax(160px, 1fr)`. */
  width: string;
  number?: boolean;
  /** Gives way where the table is too narrow, the lowest number first. Without it, the column always stays. */
  yields?: number;
  /** Instead of the title in the header, such as a checkbox; the title is then for menus only. */
  head?: ReactNode;
}

export interface VirtualTableProps<Row> {
  label: string;
  columns: readonly VirtualColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  onOpen?: (row: Row) => void;
  /** Where the row leads. A plain click still calls `onOpen`. */
  link?: (row: Row) => Pick<AppLinkProps, 'to' | 'params' | 'search'>;
  /** What a plain click does instead of opening the row. */
  onPick?: (row: Row) => void;
  /** The row that is shown elsewhere, such as in a drawer. */
  marked?: string | undefined;
  /** Called when the keyboard moves to a row. */
  onActive?: (row: Row) => void;
  /** Further keys, each for the active row. */
  keys?: Readonly<Record<string, (row: Row) => void>>;
  order?: ListOrder;
  /** Called near the end of the loaded rows, to load more. */
  onEndNear?: () => void;
  /** The number of all rows, if known. */
  total?: number;
  /** By default the height of the chosen density. */
  rowHeight?: number;
  /** `className` sets the height, up to three quarters of the window. */
  className?: string;
}

const PAGE = 10;
/** Rows within this distance of the shown ones are drawn too. */
const OVERSCAN_PX = 480;
const SCROLLBAR_PX = 16;

export function VirtualTable<Row>(props: VirtualTableProps<Row>) {
  const { label, rows, rowKey, onOpen, link, onEndNear, total, className } = props;
  const { onPick = onOpen, marked, onActive, keys } = props;
  const usual = useRowHeight();
  const rowHeight = props.rowHeight ?? usual;
  const id = useId();
  const texts = useTexts(kitTexts);
  const format = useFormat();
  const scroller = useRef<HTMLDivElement>(null);
  const [measured, width] = useWidth();
  const place = useCallback(
    (element: HTMLDivElement | null) => {
      scroller.current = element;
      return measured(element);
    },
    [measured],
  );
  const columns = useMemo(
    () => fitColumns(props.columns, Math.max(0, width - SCROLLBAR_PX)),
    [props.columns, width],
  );
  const [active, setActive] = useState(0);
  const hasRows = rows.length > 0;
  const settled = useDrawn(hasRows);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    overscan: settled ? Math.ceil(OVERSCAN_PX / rowHeight) : 0,
    scrollPaddingStart: usual,
  });
  const shown = virtual.getVirtualItems();
  const lastShown = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (settled && lastShown >= rows.length - 20) onEndNear?.();
  }, [settled, lastShown, rows.length, onEndNear]);

  // The virtualizer remembers sizes; a new density makes them wrong.
  useEffect(() => virtual.measure(), [virtual, rowHeight]);

  const latestPick = useRef(onPick);
  useEffect(() => {
    latestPick.current = onPick;
  }, [onPick]);
  // The same function on every render, so that rows that stay are not drawn again.
  const pick = useCallback((row: Row) => latestPick.current?.(row), []);

  const current = Math.min(active, Math.max(rows.length - 1, 0));
  const go = (index: number) => {
    const next = Math.max(0, Math.min(rows.length - 1, index));
    setActive(next);
    virtual.scrollToIndex(next);
    const row = rows[next];
    if (row !== undefined && next !== current) onActive?.(row);
  };
  // The marked row can also change from outside this table; the active row follows it.
  const followed = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (marked === followed.current) return;
    const at = marked === undefined ? -1 : rows.findIndex((row) => rowKey(row) === marked);
    // A row that is not loaded yet is looked up again later.
    if (at < 0 && marked !== undefined) return;
    followed.current = marked;
    if (at < 0) return;
    setActive(at);
    virtual.scrollToIndex(at);
  }, [marked, rows, rowKey, virtual]);
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
    const further = keys && Object.hasOwn(keys, event.key) ? keys[event.key] : undefined;
    if (further) {
      if (row !== undefined) further(row);
    } else if (event.key === 'Enter' && row !== undefined) onOpen?.(row);
    else if (steps[event.key] !== undefined) go(steps[event.key] ?? 0);
    else return;
    event.preventDefault();
  };

  const template = columns.map(({ width }) => width).join(' ');
  // The content would say the same, but only after all of it is measured once more.
  const minWidth = columns.reduce((sum, column) => sum + leastWidth(column.width), 0);
  return (
    <div
      ref={place}
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
      <Header columns={columns} order={props.order} template={template} minWidth={minWidth} height={usual} />
      <div role="rowgroup" className="relative" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start }) => {
          const row = rows[index];
          if (row === undefined) return null;
          const key = rowKey(row);
          return (
            <TableRow
              key={key}
              id={`${id}-${index}`}
              row={row}
              index={index}
              start={start}
              height={rowHeight}
              columns={columns}
              template={template}
              minWidth={minWidth}
              isCurrent={index === current}
              isMarked={marked !== undefined && marked === key}
              link={link}
              onPick={onPick && pick}
              onActivate={setActive}
            />
          );
        })}
      </div>
    </div>
  );
}

/**
 * True after the first rows were on the screen. Rows out of sight and further pages are not worth a wait for
 * those in sight.
 */
function useDrawn(hasRows: boolean): boolean {
  const [drawn, setDrawn] = useState(false);
  useEffect(() => {
    if (!hasRows || drawn) return undefined;
    return afterPaint(() => setDrawn(true));
  }, [hasRows, drawn]);
  return drawn;
}

interface TableRowProps<Row> {
  columns: readonly VirtualColumn<Row>[];
  link: VirtualTableProps<Row>['link'];
  onPick: VirtualTableProps<Row>['onPick'];
  id: string;
  row: Row;
  index: number;
  start: number;
  height: number;
  template: string;
  minWidth: number;
  isCurrent: boolean;
  isMarked: boolean;
  onActivate: (index: number) => void;
}

/** Scrolling changes nothing in the rows that stay, so only new ones are drawn. */
const TableRow = memo(function TableRow<Row>(props: TableRowProps<Row>) {
  const { id, row, index, start, height, columns, template, minWidth, isCurrent, isMarked } = props;
  const { link, onPick, onActivate } = props;
  return (
    <div
      id={id}
      role="row"
      aria-rowindex={index + 2}
      aria-selected={isCurrent}
      aria-current={isMarked ? true : undefined}
      onClick={(event) => {
        onActivate(index);
        if (link && opensTab(event)) openTab(event);
        else onPick?.(row);
      }}
      onAuxClick={(event) => event.button === 1 && openTab(event)}
      className={classNames(
        'absolute inset-x-0 grid items-center border-b border-line/60 text-sm hover:bg-hover',
        onPick && 'cursor-pointer',
        isMarked && 'bg-accent-soft',
        isCurrent && 'group-focus-visible:bg-accent-soft',
      )}
      // A row never moves. A transform would make each one a layer of its own to put together.
      style={{ height, top: start, minWidth, gridTemplateColumns: template }}
    >
      {link && (
        <AppLink
          {...link(row)}
          tabIndex={-1}
          aria-hidden
          data-row-link
          className="absolute inset-0"
          onClick={(event) => {
            if (opensTab(event)) event.stopPropagation();
            else event.preventDefault();
          }}
        >
          {null}
        </AppLink>
      )}
      {columns.map((column) => (
        <div
          key={column.id}
          role="gridcell"
          className={classNames(
            'min-w-0 truncate px-3',
            column.number && 'text-right',
            link && 'over-link relative',
          )}
        >
          {column.cell(row)}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: TableRowProps<Row>) => ReactNode;

const opensTab = ({ ctrlKey, metaKey, shiftKey }: MouseEvent): boolean => ctrlKey || metaKey || shiftKey;

/**
 * For clicks on content above the link of the row. The browser handles those on the link itself, and on links
 * in cells.
 */
function openTab({ currentTarget, target }: MouseEvent<HTMLElement>): void {
  if (target instanceof Element && target.closest('a, button, input, label')) return;
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-row-link]');
  if (link) window.open(link.href, '_blank', 'noopener');
}

interface HeaderProps<Row> {
  columns: readonly VirtualColumn<Row>[];
  order: ListOrder | undefined;
  template: string;
  minWidth: number;
  height: number;
}

const Header = memo(function Header<Row>({ columns, order, template, minWidth, height }: HeaderProps<Row>) {
  return (
    <div role="rowgroup" style={{ minWidth }} className="sticky top-0 z-10 border-b bg-surface">
      <div
        role="row"
        aria-rowindex={1}
        className="grid items-stretch"
        style={{ gridTemplateColumns: template, height }}
      >
        {columns.map((column) => (
          <div
            key={column.id}
            role="columnheader"
            aria-sort={sortedAs(column.id, order)}
            className={classNames(
              'flex min-w-0 items-center text-xs font-medium text-muted',
              column.number && 'justify-end',
            )}
          >
            <ColumnTitle column={column} order={order} className="px-3">
              {column.head ?? column.title}
            </ColumnTitle>
          </div>
        ))}
      </div>
    </div>
  );
}) as <Row>(props: HeaderProps<Row>) => ReactNode;
