// The grid of a dashboard: widgets never overlap and have no empty rows above them.
import type { Widget } from './widget.ts';

export const BOARD_COLUMNS = 12;
const TALLEST = 12;
const NARROWEST = 2;

type Placed = Pick<Widget, 'id' | 'position' | 'size'>;

const overlaps = (a: Placed, b: Placed): boolean =>
  a.position.x < b.position.x + b.size.w &&
  b.position.x < a.position.x + a.size.w &&
  a.position.y < b.position.y + b.size.h &&
  b.position.y < a.position.y + a.size.h;

/** From the top, then from the left: also the order on narrow screens and for screen readers. */
export const inReadingOrder = <T extends Placed>(widgets: readonly T[]): T[] =>
  widgets.toSorted((a, b) => a.position.y - b.position.y || a.position.x - b.position.x);

const atRow = <T extends Placed>(widget: T, y: number): T => ({
  ...widget,
  position: { ...widget.position, y },
});

const isFree = (widget: Placed, others: readonly Placed[]): boolean =>
  others.every((other) => !overlaps(widget, other));

/** Moves widgets that overlap `first` down, then moves everything up as far as possible. */
export function settle<T extends Placed>(widgets: readonly T[], first?: string): T[] {
  const placed: T[] = widgets.filter(({ id }) => id === first);
  for (let widget of inReadingOrder(widgets.filter(({ id }) => id !== first))) {
    while (!isFree(widget, placed)) widget = atRow(widget, widget.position.y + 1);
    placed.push(widget);
  }
  const settled: T[] = [];
  for (let widget of inReadingOrder(placed)) {
    while (widget.position.y > 0 && isFree(atRow(widget, widget.position.y - 1), settled))
      widget = atRow(widget, widget.position.y - 1);
    settled.push(widget);
  }
  return settled;
}

const within = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

/** Moves a widget to a cell, within the bounds of the grid. */
export function moveTo<T extends Placed>(widgets: readonly T[], id: string, x: number, y: number): T[] {
  const moved = widgets.map((widget) =>
    widget.id === id
      ? {
          ...widget,
          position: { x: within(x, 0, BOARD_COLUMNS - widget.size.w), y: within(y, 0, 1_000) },
        }
      : widget,
  );
  return settle(moved, id);
}

export function resizeTo<T extends Placed>(widgets: readonly T[], id: string, w: number, h: number): T[] {
  const resized = widgets.map((widget) =>
    widget.id === id
      ? {
          ...widget,
          size: { w: within(w, NARROWEST, BOARD_COLUMNS - widget.position.x), h: within(h, 1, TALLEST) },
        }
      : widget,
  );
  return settle(resized, id);
}

export type Direction = 'left' | 'right' | 'up' | 'down';

/**
 * Moves a widget by one step. Up and down jump over the neighbour in the way: a step of one row would push it
 * down, and it would come back up at once.
 */
export function moveBy<T extends Placed>(widgets: readonly T[], id: string, direction: Direction): T[] {
  const widget = widgets.find((one) => one.id === id);
  if (!widget) return [...widgets];
  const { x, y } = widget.position;
  if (direction === 'left' || direction === 'right')
    return moveTo(widgets, id, direction === 'left' ? x - 1 : x + 1, y);
  const sameColumns = widgets.filter(
    (one) => one.id !== id && one.position.x < x + widget.size.w && x < one.position.x + one.size.w,
  );
  if (direction === 'up') {
    const above = sameColumns.filter((one) => one.position.y < y);
    const nearest = Math.max(-1, ...above.map((one) => one.position.y));
    return nearest < 0 ? [...widgets] : moveTo(widgets, id, x, nearest);
  }
  const below = sameColumns.filter((one) => one.position.y >= y + widget.size.h);
  if (below.length === 0) return [...widgets];
  const first = Math.min(...below.map((one) => one.position.y));
  const passed = below.filter((one) => one.position.y === first);
  const ends = Math.max(...passed.map((one) => one.size.h));
  // The widgets that are passed move to where the widget was.
  const lifted = widgets.map((one) =>
    passed.some(({ id: other }) => other === one.id) ? atRow(one, y) : one,
  );
  return moveTo(lifted, id, x, y + ends);
}

/** The place of a new widget: below all others. */
export const bottomOf = (widgets: readonly Placed[]): number =>
  Math.max(0, ...widgets.map(({ position, size }) => position.y + size.h));
