// The table of calls.
import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import { useTexts } from '#i18n';
import type { Sorting, VirtualColumn } from '#ui';
import { VirtualTable } from '#ui';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';

interface CallListProps {
  place: RefObject<HTMLDivElement | null>;
  columns: readonly VirtualColumn<ListedCallData>[];
  rows: readonly ListedCallData[];
  total: number | undefined;
  narrow: boolean;
  /** Called before a call is opened. */
  onLeave: () => void;
  /** The call in the drawer. */
  peeked: string | undefined;
  onPeek: (id: string) => void;
  onSelect: (id: string) => void;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onEndNear: () => void;
  onScroll: (top: number) => void;
}

const linkOf = ({ id }: ListedCallData) => ({ to: '/calls/$id', params: { id } }) as const;

export function CallList(props: CallListProps) {
  const { place, columns, rows, total, narrow, onLeave, sorting, onSort, onEndNear } = props;
  const { peeked, onPeek, onSelect, onScroll } = props;
  const texts = useTexts(callsTexts);
  const navigate = useNavigate();
  const open = (call: ListedCallData) => {
    onLeave();
    void navigate({ to: '/calls/$id', params: { id: call.id } });
  };
  const peek = ({ id }: ListedCallData) => onPeek(id);
  return (
    <div
      ref={place}
      className="min-w-0"
      onScrollCapture={({ target }) => target instanceof HTMLElement && onScroll(target.scrollTop)}
    >
      <VirtualTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        {...(narrow ? { rowHeight: 72 } : {})}
        onOpen={open}
        onPick={peek}
        link={linkOf}
        marked={peeked}
        keys={{ ' ': peek, x: ({ id }) => onSelect(id) }}
        {...(peeked === undefined ? {} : { onActive: peek })}
        sorting={sorting}
        onSort={onSort}
        onEndNear={onEndNear}
        {...(total === undefined ? {} : { total: Math.max(total, rows.length) })}
      />
    </div>
  );
}
