// The table of calls. It restores the scroll position when the user comes back from a call.
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, type RefObject } from 'react';
import type { Sorting, VirtualColumn } from '#ui';
import { VirtualTable } from '#ui';
import { useTexts } from '#i18n';
import { callsTexts } from './texts.ts';
import type { Call } from './types.ts';

interface Place {
  question: string;
  top: number;
}
let left: Place | null = null;

export const gridIn = (place: HTMLElement | null): HTMLElement | null =>
  place?.querySelector<HTMLElement>('[role="grid"]') ?? null;

interface CallListProps {
  place: RefObject<HTMLDivElement | null>;
  columns: readonly VirtualColumn<Call>[];
  rows: readonly Call[];
  total: number | undefined;
  narrow: boolean;
  /** Identifies the query; a new query starts at the top. */
  question: string;
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onEndNear: () => void;
}

export function CallList(props: CallListProps) {
  const { place, columns, rows, total, narrow, question, sorting, onSort, onEndNear } = props;
  const texts = useTexts(callsTexts);
  const navigate = useNavigate();
  const shown = useRef(question);
  useEffect(() => {
    const grid = gridIn(place.current);
    if (!grid) return;
    if (left?.question === question) {
      grid.scrollTop = left.top;
      grid.focus({ preventScroll: true });
    } else if (shown.current !== question) grid.scrollTop = 0;
    left = null;
    shown.current = question;
  }, [place, question]);
  const open = (call: Call) => {
    left = { question, top: gridIn(place.current)?.scrollTop ?? 0 };
    void navigate({ to: '/calls/$id', params: { id: call.id } });
  };
  return (
    <div ref={place} className="min-w-0">
      <VirtualTable
        label={texts.title}
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
        rowHeight={narrow ? 52 : 40}
        onOpen={open}
        sorting={sorting}
        onSort={onSort}
        onEndNear={onEndNear}
        {...(total === undefined ? {} : { total: Math.max(total, rows.length) })}
      />
    </div>
  );
}
