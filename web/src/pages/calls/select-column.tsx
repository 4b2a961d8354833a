// The checkbox in front of each row. It is not a tab stop: in the table, `x` chooses the active row.
import { useEffect, useMemo, useRef } from 'react';
import { useTexts } from '#i18n';
import type { VirtualColumn } from '#ui';
import type { Selection } from './selection.ts';
import { callsTexts } from './texts.ts';
import type { ListedCallData } from './types.ts';

export function useSelectColumn(
  { chosen, toggle, toggleAll }: Selection,
  rows: number,
): VirtualColumn<ListedCallData> {
  const texts = useTexts(callsTexts);
  return useMemo(
    () => ({
      id: 'select',
      title: texts.select,
      width: '40px',
      head: (
        <SelectAll
          label={texts.selectAll}
          state={chosen.size === 0 ? 'none' : chosen.size < rows ? 'some' : 'all'}
          onToggle={toggleAll}
        />
      ),
      cell: (call) => (
        // The label is as large as the cell, so that a click beside the box does not open the row.
        <label
          className="flex size-full cursor-pointer items-center"
          onClick={(event) => event.stopPropagation()}
        >
          <input
            type="checkbox"
            tabIndex={-1}
            aria-label={texts.selectRow(call.model)}
            checked={chosen.has(call.id)}
            onChange={({ nativeEvent }) =>
              toggle(call.id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
            className="size-4 accent-accent"
          />
        </label>
      ),
    }),
    [texts, chosen, toggle, toggleAll, rows],
  );
}

interface SelectAllProps {
  label: string;
  state: 'none' | 'some' | 'all';
  onToggle: () => void;
}

function SelectAll({ label, state, onToggle }: SelectAllProps) {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (box.current) box.current.indeterminate = state === 'some';
  }, [state]);
  return (
    <input
      ref={box}
      type="checkbox"
      aria-label={label}
      title={label}
      checked={state === 'all'}
      onChange={onToggle}
      className="block size-4 accent-accent"
    />
  );
}
