// The rows that are selected for a bulk action.
import { useCallback, useMemo, useState } from 'react';
import type { ListedCallData } from './types.ts';

/** The service accepts this many values in one condition. */
export const MAX_CHOSEN = 200;

export type ChosenCalls = ReadonlyMap<string, ListedCallData>;
const NONE: ChosenCalls = new Map();

/**
 * Toggles one row, or all rows from the last toggled one to this one. All of them get the new state of this
 * row.
 */
export function toggleRows(
  chosen: ChosenCalls,
  rows: readonly ListedCallData[],
  id: string,
  from: string | null,
): ChosenCalls {
  const at = rows.findIndex((row) => row.id === id);
  if (at < 0) return chosen;
  const start = from === null ? -1 : rows.findIndex((row) => row.id === from);
  const range = start < 0 ? [at, at] : [Math.min(start, at), Math.max(start, at)];
  const touched = rows.slice(range[0], (range[1] ?? at) + 1);
  const next = new Map(chosen);
  const add = !chosen.has(id);
  for (const row of touched) {
    if (!add) next.delete(row.id);
    else if (next.size < MAX_CHOSEN) next.set(row.id, row);
  }
  return next;
}

/** Selects all loaded rows up to the limit, or clears the selection. */
export const toggleAll = (chosen: ChosenCalls, rows: readonly ListedCallData[]): ChosenCalls =>
  chosen.size > 0 ? NONE : new Map(rows.slice(0, MAX_CHOSEN).map((row) => [row.id, row]));

/** The narrowest filter that finds the selected calls: their ids, within their time range. */
export function chosenFilter(chosen: ChosenCalls) {
  const times = [...chosen.values()].map(({ timestamp }) => Date.parse(timestamp));
  return {
    startTime: new Date(Math.min(...times)).toISOString(),
    endTime: new Date(Math.max(...times) + 1).toISOString(),
    where: [{ field: 'id', op: 'is' as const, values: [...chosen.keys()] }],
  };
}

export interface Selection {
  chosen: ChosenCalls;
  /** `range` extends the selection from the row that was toggled last. */
  toggle: (id: string, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** A new query starts with an empty selection. */
export function useSelection(rows: readonly ListedCallData[], question: string): Selection {
  const [kept, setKept] = useState({ question, chosen: NONE, last: null as string | null });
  const chosen = kept.question === question ? kept.chosen : NONE;
  const last = kept.question === question ? kept.last : null;
  const toggle = useCallback(
    (id: string, range: boolean) =>
      setKept({ question, chosen: toggleRows(chosen, rows, id, range ? last : null), last: id }),
    [question, chosen, rows, last],
  );
  return useMemo(
    () => ({
      chosen,
      toggle,
      toggleAll: () => setKept({ question, chosen: toggleAll(chosen, rows), last: null }),
      clear: () => setKept({ question, chosen: NONE, last: null }),
    }),
    [chosen, toggle, question, rows],
  );
}
