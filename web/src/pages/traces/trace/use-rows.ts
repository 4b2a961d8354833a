// Which rows are visible: the filter from the URL, and what is collapsed and unfolded.
import { useMemo, useState } from 'react';
import { first } from '#lib/search-text';
import { useUrl } from '#lib/url-state';
import { foldRepeats, foldsAround } from '../rows/folds.ts';
import {
  isFoldRow,
  matchRows,
  spanOfRow,
  visibleRows,
  type RowFilter,
  type RowOrder,
} from '../rows/visible-rows.ts';
import type { CriticalPath } from './critical-path.ts';
import { slowestOf } from './self-time.ts';
import type { Sums } from './sums.ts';
import { valueAt, type Tree } from './tree.ts';

export const SHOWS = ['all', 'errors', 'slowest', 'critical'] as const;

const NONE_CLOSED: ReadonlySet<number> = new Set();

/** With the value, or without it if it is there. */
function toggled(set: ReadonlySet<number>, value: number): ReadonlySet<number> {
  const next = new Set(set);
  if (!next.delete(value)) next.add(value);
  return next;
}

interface Given {
  tree: Tree;
  sums: Sums;
  path: CriticalPath;
  self: Float64Array;
  selected: number | null;
}

export function useTreeRows({ tree, sums, path, self, selected }: Given) {
  const [search, change] = useUrl();
  const text = first(search['q']) ?? '';
  const show = SHOWS.find((one) => one === first(search['show'])) ?? 'all';
  const filter = useMemo((): RowFilter => ({ text, show }), [text, show]);
  const folds = useMemo(() => foldRepeats(tree, sums, path.on), [tree, sums, path]);
  const [closed, setClosed] = useState(NONE_CLOSED);
  const [opened, setOpened] = useState(NONE_CLOSED);
  // A selected span is always visible, however it was selected.
  const around = useMemo(() => (selected === null ? [] : foldsAround(folds, selected)), [folds, selected]);
  const unfolded = useMemo(
    () => (around.every((fold) => opened.has(fold)) ? opened : new Set([...opened, ...around])),
    [opened, around],
  );
  // Its fold stays open when another span is chosen, so that rows do not move under the pointer.
  const [opener, setOpener] = useState(around);
  if (opener !== around) {
    setOpener(around);
    setOpened(unfolded);
  }
  const matches = useMemo(() => matchRows(tree, filter, path.on, self), [tree, filter, path, self]);
  const order: RowOrder =
    show === 'slowest' ? 'slowest' : first(search['by']) === 'duration' ? 'duration' : 'start';
  const rows = useMemo(
    () =>
      order === 'slowest'
        ? slowestOf(self, (at) => matches?.[at] === 1)
        : visibleRows(tree, folds, { closed, unfolded }, matches, order === 'duration'),
    [tree, folds, closed, unfolded, matches, order, self],
  );
  const found = useMemo(() => matches?.reduce((sum, one) => sum + one, 0) ?? null, [matches]);
  return {
    filter,
    folds,
    closed,
    unfolded,
    matches,
    rows,
    order,
    found,
    sortBy: (next: 'start' | 'duration') =>
      change({ by: next === 'start' ? undefined : next }, { replace: true }),
    narrow: (changes: Record<string, string | undefined>) => {
      // Matches must be visible, even in collapsed spans.
      setClosed(NONE_CLOSED);
      change(changes, { replace: true });
    },
    onToggle: (row: number) => {
      if (isFoldRow(row)) setOpened(toggled(unfolded, spanOfRow(row)));
      else setClosed(toggled(closed, row));
    },
    expandAll: () => {
      setClosed(NONE_CLOSED);
      setOpened(new Set(folds.by.keys()));
    },
    collapseAll: () => {
      setClosed(new Set(tree.nodes.flatMap((_, at) => (valueAt(tree.after, at) > at + 1 ? [at] : []))));
      setOpened(NONE_CLOSED);
    },
  };
}
