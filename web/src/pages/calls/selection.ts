// The rows that are chosen for an action on all of them.
import { useCallback, useMemo, useState } from 'react';
import type { ListedCallData } from './types.ts';

/** As many as the service takes in one condition. */
export const MOST_CHOSEN = 200;

export type ChosenCalls = ReadonlyMap<string, ListedCallData>;
const NONE: ChosenCalls = new Map();

/** One row, or all rows between the last one and this one. All of them get the new state of this one. */
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
    else if (next.size < MOST_CHOSEN) next.set(row.id, row);
  }
  return next;
}

/** All loaded rows, as far as they fit, or none. */
export const toggleAll = (chosen: ChosenCalls, rows: readonly ListedCallData[]): ChosenCalls =>
  chosen.size > 0 ? NONE : new Map(rows.slice(0, MOST_CHOSEN).map((row) => [row.id, row]));

/** The smallest filter that finds the chosen calls: their ids, within their time. */
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
  /** `range`: from the row that was chosen last. */
  toggle: (id: string, range: boolean) => void;
  toggleAll: () => void;
  clear: () => void;
}

/** A new question starts without a choice. */
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
