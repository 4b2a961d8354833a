// The grid of widgets. On narrow screens they are stacked, numbers two in a row.
import type { CSSProperties, ReactNode } from 'react';
import { classNames } from '#lib/class-names';
import { BOARD_COLUMNS, inReadingOrder } from './layout.ts';
import type { Widget } from './widget.ts';

export const ROW_PX = 48;
export const GAP_PX = 16;

/** The height of a chart, so that its card fills its cells. */
const FRAME_PX = 70;
export const chartHeight = ({ size: { h } }: Pick<Widget, 'size'>): number =>
  Math.max(96, h * ROW_PX + (h - 1) * GAP_PX - FRAME_PX);

interface BoardGridProps {
  widgets: readonly Widget[];
  /**
   * Keeps the elements in one order while widgets move, so that the one with the focus is never taken out of
   * the page.
   */
  isEdited?: boolean;
  children: (widget: Widget) => ReactNode;
}

const byId = (widgets: readonly Widget[]): Widget[] => widgets.toSorted((a, b) => (a.id < b.id ? -1 : 1));

export const BoardGrid = ({ widgets, isEdited = false, children }: BoardGridProps) => (
  <div
    data-board
    className="grid min-w-0 auto-rows-auto grid-cols-2 gap-4 lg:auto-rows-[48px] lg:grid-cols-12"
  >
    {(isEdited ? byId(widgets) : inReadingOrder(widgets)).map((widget) => {
      const { position, size, chart } = widget;
      const place = {
        '--columns': `${position.x + 1} / span ${size.w}`,
        '--rows': `${position.y + 1} / span ${size.h}`,
        ...(isEdited ? { order: position.y * BOARD_COLUMNS + position.x } : {}),
      } as CSSProperties;
      return (
        // Not a landmark: two widgets may have the same title.
        <div
          role="group"
          key={widget.id}
          aria-label={widget.title}
          style={place}
          className={classNames(
            'relative grid min-w-0 grid-cols-1 overflow-hidden rounded-lg border bg-surface shadow-card',
            'lg:[grid-column:var(--columns)] lg:[grid-row:var(--rows)]',
            chart === 'number' ? 'col-span-1 p-3' : 'col-span-2 gap-1 p-4',
            (chart === 'table' || chart === 'number') && 'overflow-y-auto',
            chart === 'number' && !isEdited ? 'content-center' : 'content-start',
          )}
        >
          {children(widget)}
        </div>
      );
    })}
  </div>
);
