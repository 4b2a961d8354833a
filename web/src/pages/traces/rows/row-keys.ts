// What a key does in the list of spans: move, fold and unfold, zoom.
import { NONE, valueAt, type Tree } from '../trace/tree.ts';
import type { Folds } from './folds.ts';
import {
  foldRowOf,
  isFoldRow,
  placeAmong,
  spanOfRow,
  visiblePlaceOf,
  type RowOrder,
} from './visible-rows.ts';

/** What decides which rows can be opened and how deep they are. */
export interface RowContext {
  tree: Tree;
  folds: Folds;
  matches: Uint8Array | null;
  closed: ReadonlySet<number>;
  unfolded: ReadonlySet<number>;
  order: RowOrder;
}

export const canOpen = ({ tree, order }: RowContext, row: number): boolean =>
  order !== 'slowest' && (isFoldRow(row) || valueAt(tree.after, row) > row + 1);

export const isRowOpen = ({ closed, unfolded }: RowContext, row: number): boolean =>
  isFoldRow(row) ? unfolded.has(spanOfRow(row)) : !closed.has(row);

/** Spans of an open fold are one level below it. */
export function levelOf({ tree, folds, matches, order }: RowContext, row: number): number {
  if (order === 'slowest') return 0;
  const at = spanOfRow(row);
  const around = matches || order === 'duration' ? 0 : valueAt(folds.around, at) - (isFoldRow(row) ? 1 : 0);
  return valueAt(tree.depth, at) + around;
}

/** The place of a row, or of the nearest one that is visible. */
export const placeIn = (rows: Int32Array, { tree, order }: RowContext, row: number): number =>
  order === 'start' ? visiblePlaceOf(rows, row) : placeAmong(rows, tree.parent, row);

const PAGE = 12;

type RowAction =
  | { do: 'go'; place: number }
  | { do: 'toggle' }
  | { do: 'choose' }
  | { do: 'zoom'; factor: number }
  | { do: 'reset' };

/** null if the key means nothing here. */
export function actionOf(
  key: string,
  rows: Int32Array,
  place: number,
  context: RowContext,
): RowAction | null {
  const row = valueAt(rows, place);
  const go = (to: number): RowAction => ({ do: 'go', place: Math.max(0, Math.min(rows.length - 1, to)) });
  const opens = canOpen(context, row);
  const isOpen = opens && isRowOpen(context, row);
  switch (key) {
    case 'ArrowDown':
    case 'j':
      return go(place + 1);
    case 'ArrowUp':
    case 'k':
      return go(place - 1);
    case 'PageDown':
      return go(place + PAGE);
    case 'PageUp':
      return go(place - PAGE);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'Enter':
    case ' ':
      return { do: 'choose' };
    case 'ArrowRight':
      return !opens ? null : isOpen ? go(place + 1) : { do: 'toggle' };
    case 'ArrowLeft':
      return isOpen ? { do: 'toggle' } : goUp(rows, row, context, go);
    case '+':
    case '=':
      return { do: 'zoom', factor: 0.5 };
    case '-':
      return { do: 'zoom', factor: 2 };
    case 'Escape':
      return { do: 'reset' };
    default:
      return null;
  }
}

/** To the fold that the span is in, else to its parent. */
function goUp(
  rows: Int32Array,
  row: number,
  context: RowContext,
  go: (place: number) => RowAction,
): RowAction | null {
  const { tree, folds, matches, order } = context;
  if (order === 'slowest') return null;
  const at = spanOfRow(row);
  const run = matches || order === 'duration' || isFoldRow(row) ? NONE : valueAt(folds.runOf, at);
  if (run !== NONE) return go(visiblePlaceOf(rows, foldRowOf(run)));
  const above = valueAt(tree.parent, at);
  return above === NONE ? null : go(placeIn(rows, context, above));
}
