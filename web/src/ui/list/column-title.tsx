// The title of a column; a button if the service can sort by the column.
import { ArrowDown, ArrowUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import type { Sorting } from '#lib/list-state';

/** How the rows of a table are sorted. */
export interface ListOrder {
  /** The ids of the columns by which they can be sorted. */
  by: readonly string[];
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

export const sortedAs = (column: string, order: ListOrder | undefined) =>
  order?.sorting.column !== column ? undefined : order.sorting.order === 'asc' ? 'ascending' : 'descending';

interface ColumnTitleProps {
  column: { id: string; number?: boolean };
  order: ListOrder | undefined;
  className: string;
  children: ReactNode;
}

export function ColumnTitle({ column: { id, number }, order, className, children }: ColumnTitleProps) {
  if (!order?.by.includes(id)) return <span className={classNames('truncate', className)}>{children}</span>;
  const current = sortedAs(id, order);
  const Arrow = current === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <button
      type="button"
      className={classNames(
        'flex h-full w-full min-w-0 items-center gap-1 ring-inside hover:text-text',
        className,
        number && 'justify-end',
      )}
      onClick={() => order.onSort({ column: id, order: current === 'descending' ? 'asc' : 'desc' })}
    >
      <span className="truncate">{children}</span>
      {current && <Arrow size={12} aria-hidden className="shrink-0" />}
    </button>
  );
}
