// A plain table for short lists; use VirtualTable for long ones.
import type { ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { ColumnTitle, sortedAs, type ListOrder } from './list/column-title.tsx';

export interface TableColumn<Row> {
  id: string;
  title: ReactNode;
  cell: (row: Row) => ReactNode;
  /** Right-aligned. */
  number?: boolean;
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
}

export interface TableProps<Row> {
  label: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  order?: ListOrder | undefined;
}

const cellClass = <Row,>({ number, wideOnly }: TableColumn<Row>) =>
  classNames('px-3 first:pl-0 last:pr-0', number && 'text-right', wideOnly && 'max-md:hidden');

export const Table = <Row,>({ label, columns, rows, rowKey, order }: TableProps<Row>) => (
  <div className="overflow-x-auto" tabIndex={0} role="region" aria-label={label}>
    <table className="w-full border-collapse text-left text-sm">
      <thead>
        <tr className="border-b">
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              aria-sort={sortedAs(column.id, order)}
              className={classNames(
                cellClass(column),
                'pb-1.5 text-xs font-medium whitespace-nowrap text-muted',
              )}
            >
              <ColumnTitle column={column} order={order} className="">
                {column.title}
              </ColumnTitle>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowKey(row)} className="border-b last:border-b-0">
            {columns.map((column) => (
              <td key={column.id} className={classNames(cellClass(column), 'py-(--row-y)')}>
                {column.cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  </div>
);
