// The rows of a list in each of its states: loading, failed, empty, and with a button for more.
import type { ReactNode } from 'react';
import type { LoadedRows } from '#api';
import { classNames } from '#lib/class-names';
import { Card } from '../card.tsx';
import { EmptyState, type EmptyStateProps } from '../empty-state.tsx';
import { ErrorNotice } from '../error-state.tsx';
import { Loaded } from '../loaded.tsx';
import { SkeletonRows } from '../skeleton.tsx';
import { Table, type TableProps } from '../table.tsx';
import { LoadMore } from './load-more.tsx';

interface ListRowsProps<Row> {
  of: LoadedRows<Row>;
  /** A number of lines, or what has the size of the rows. */
  skeleton?: number | ReactNode;
  /** The words of an empty state, or what else is shown if there are no rows. Without it, no rows are shown as such. */
  empty?: EmptyStateProps | ReactNode;
  /** The list has no frame around it: its states get their own. */
  framed?: boolean;
  /** Rows are loaded while the reader scrolls, so there is no button for more. */
  endless?: boolean;
  children: (rows: readonly Row[]) => ReactNode;
}

const isWords = (empty: EmptyStateProps | ReactNode): empty is EmptyStateProps =>
  typeof empty === 'object' && empty !== null && 'title' in empty;

export function ListRows<Row>(props: ListRowsProps<Row>) {
  const { of: list, skeleton = 4, empty, framed = false, endless = false, children } = props;
  const { asked, rows, looking } = list;
  const inFrame = (content: ReactNode) => (framed ? <Card>{content}</Card> : content);
  const waiting = typeof skeleton === 'number' ? inFrame(<SkeletonRows rows={skeleton} />) : skeleton;
  const none = isWords(empty) ? inFrame(<EmptyState {...empty} />) : empty;
  return (
    <Loaded
      of={asked}
      keepStale={rows.length > 0}
      error={framed ? 'card' : 'plain'}
      skeleton={waiting}
      empty={rows.length === 0 && (looking ? waiting : none)}
    >
      {() => (
        <>
          <div
            className={classNames('grid min-w-0 grid-cols-1 gap-3', asked.isPlaceholderData && 'opacity-60')}
            aria-busy={asked.isPlaceholderData}
          >
            {children(rows)}
          </div>
          {asked.isError && <ErrorNotice error={asked.error} />}
          {(asked.isError || !endless) && <LoadMore pages={asked} />}
        </>
      )}
    </Loaded>
  );
}

type ListTableProps<Row> = Omit<ListRowsProps<Row>, 'children' | 'endless'> & Omit<TableProps<Row>, 'rows'>;

/** A paged list as a plain table. */
export const ListTable = <Row,>({ label, columns, rowKey, order, ...list }: ListTableProps<Row>) => (
  <ListRows {...list}>
    {(rows) => <Table label={label} columns={columns} rows={rows} rowKey={rowKey} order={order} />}
  </ListRows>
);
