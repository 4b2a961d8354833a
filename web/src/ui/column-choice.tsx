// The visible columns of a table, stored in this browser under the name of the table.
import { Columns3 } from 'lucide-react';
import { useMemo } from 'react';
import { storedAs, useStored } from '#lib/stored';
import { useTexts } from '#i18n';
import { Button } from './button.tsx';
import { Menu, MenuCheck } from './menu.tsx';
import { kitTexts } from './texts.ts';

interface Named {
  id: string;
  title: string;
  yields?: number;
}

const storeOf = (table: string) =>
  storedAs<string[] | null>(`columns.${table}`, (text) => {
    const read: unknown = text === null ? null : JSON.parse(text);
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : null;
  });

interface ChosenColumns<Column> {
  columns: Column[];
  toggle: (id: string) => void;
}

/**
 * The visible columns in their fixed order; `standard` applies until the user chooses. Columns that the user
 * chose are never dropped for lack of room.
 */
export function useColumns<Column extends Named>(
  table: string,
  all: readonly Column[],
  standard: readonly string[],
): ChosenColumns<Column> {
  const store = storeOf(table);
  const own = useStored(store);
  const chosen = own ?? standard;
  return useMemo(
    () => ({
      columns: all
        .filter(({ id }) => chosen.includes(id))
        .map((column) => {
          if (own === null) return column;
          const { yields: _never, ...fixed } = column;
          return fixed as Column;
        }),
      toggle: (id) => store.set(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id]),
    }),
    [all, chosen, own, store],
  );
}

interface ColumnChoiceProps {
  all: readonly Named[];
  shown: readonly Named[];
  onToggle: (id: string) => void;
}

export function ColumnChoice({ all, shown, onToggle }: ColumnChoiceProps) {
  const texts = useTexts(kitTexts);
  return (
    <Menu
      align="end"
      trigger={
        <Button size="small" icon={<Columns3 size={16} aria-hidden />}>
          <span className="max-sm:sr-only">{texts.columns}</span>
        </Button>
      }
    >
      {all.map(({ id, title }) => {
        const checked = shown.some((one) => one.id === id);
        return (
          <MenuCheck
            key={id}
            checked={checked}
            disabled={checked && shown.length === 1}
            onChange={() => onToggle(id)}
          >
            {title}
          </MenuCheck>
        );
      })}
    </Menu>
  );
}
