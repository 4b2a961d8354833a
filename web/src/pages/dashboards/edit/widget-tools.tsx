// Moves and resizes a widget: by dragging, by the arrow keys on the two handles, and by the menu.
import { Copy, Ellipsis, GripVertical, MoveDiagonal2, Pencil, Trash2 } from 'lucide-react';
import { useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import { useTexts } from '#i18n';
import {
  GAP_PX,
  BOARD_COLUMNS,
  IconButton,
  Menu,
  MenuItem,
  MenuLine,
  moveBy,
  moveTo,
  resizeTo,
  ROW_PX,
  type Direction,
  type Widget,
} from '#ui';
import { dashboardsTexts } from '../texts.ts';

interface WidgetToolsProps {
  widget: Widget;
  widgets: readonly Widget[];
  onPlace: (widgets: Widget[]) => void;
  onEdit: () => void;
  /** Null if the dashboard is full. */
  onCopy: (() => void) | null;
  onDelete: () => void;
}

const ARROWS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
};

const GROWTH: Readonly<Record<Direction, readonly [w: number, h: number]>> = {
  left: [-1, 0],
  right: [1, 0],
  up: [0, -1],
  down: [0, 1],
};

const HANDLE =
  'grid size-7 place-items-center rounded-md text-muted hover:bg-hover hover:text-text touch-none';

export function WidgetTools({ widget, widgets, onPlace, onEdit, onCopy, onDelete }: WidgetToolsProps) {
  const texts = useTexts(dashboardsTexts);
  const { id, title, size } = widget;
  const [said, setSaid] = useState('');
  const place = (next: Widget[]) => {
    onPlace(next);
    const now = next.find((one) => one.id === id) ?? widget;
    const { position, size: measure } = now;
    setSaid(texts.tools.placed(title, position.x + 1, position.y + 1, measure.w, measure.h));
  };
  const move = (direction: Direction) => place(moveBy(widgets, id, direction));
  const resize = (direction: Direction) => {
    const [w, h] = GROWTH[direction];
    place(resizeTo(widgets, id, size.w + w, size.h + h));
  };
  const onArrow = (act: (direction: Direction) => void) => (event: KeyboardEvent) => {
    const direction = ARROWS[event.key];
    if (!direction) return;
    event.preventDefault();
    act(direction);
  };
  const dragMove = useDrag(widgets, (start, dx, dy) => {
    const from = start.find((one) => one.id === id)?.position ?? widget.position;
    place(moveTo(start, id, from.x + dx, from.y + dy));
  });
  const dragSize = useDrag(widgets, (start, dx, dy) => {
    const from = start.find((one) => one.id === id)?.size ?? size;
    place(resizeTo(start, id, from.w + dx, from.h + dy));
  });
  return (
    <>
      <div className="-mx-1.5 -mt-2 flex h-7 items-center">
        <button
          type="button"
          className={`${HANDLE} cursor-grab max-lg:hidden`}
          aria-label={texts.tools.move(title)}
          title={texts.tools.moveHint}
          onKeyDown={onArrow(move)}
          {...dragMove}
        >
          <GripVertical size={16} aria-hidden />
        </button>
        <span className="ml-auto" />
        <Menu
          align="end"
          trigger={
            <IconButton
              label={texts.tools.menu(title)}
              className="size-7"
              icon={<Ellipsis size={16} aria-hidden />}
            />
          }
        >
          <MenuItem icon={<Pencil size={16} aria-hidden />} onSelect={onEdit}>
            {texts.edit}
          </MenuItem>
          <MenuItem
            icon={<Copy size={16} aria-hidden />}
            disabled={onCopy === null}
            onSelect={() => onCopy?.()}
          >
            {texts.duplicate}
          </MenuItem>
          <MenuItem danger icon={<Trash2 size={16} aria-hidden />} onSelect={onDelete}>
            {texts.delete}
          </MenuItem>
          <MenuLine />
          {(['left', 'right', 'up', 'down'] as const).map((direction) => (
            <MenuItem key={direction} onSelect={() => move(direction)}>
              {texts.tools[direction]}
            </MenuItem>
          ))}
          <MenuLine />
          {(
            [
              ['wider', 'right'],
              ['narrower', 'left'],
              ['taller', 'down'],
              ['shorter', 'up'],
            ] as const
          ).map(([name, direction]) => (
            <MenuItem key={name} onSelect={() => resize(direction)}>
              {texts.tools[name]}
            </MenuItem>
          ))}
        </Menu>
      </div>
      <button
        type="button"
        className={`${HANDLE} absolute right-0 bottom-0 z-10 cursor-nwse-resize max-lg:hidden`}
        aria-label={texts.tools.resize(title)}
        title={texts.tools.moveHint}
        onKeyDown={onArrow(resize)}
        {...dragSize}
      >
        <MoveDiagonal2 size={14} aria-hidden />
      </button>
      <span role="status" className="sr-only">
        {said}
      </span>
    </>
  );
}

/**
 * Reports the distance of a drag in cells. It is measured from the layout at the start, so that nothing
 * drifts.
 */
function useDrag(
  widgets: readonly Widget[],
  onDrag: (start: readonly Widget[], columns: number, rows: number) => void,
) {
  const begun = useRef<{
    x: number;
    y: number;
    cell: number;
    widgets: readonly Widget[];
    last: string;
  } | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      const grid = event.currentTarget.closest('[data-board]');
      if (event.button !== 0 || !grid) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const cell = (grid.getBoundingClientRect().width + GAP_PX) / BOARD_COLUMNS;
      begun.current = { x: event.clientX, y: event.clientY, cell, widgets, last: '0 0' };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>) => {
      const drag = begun.current;
      if (!drag) return;
      const columns = Math.round((event.clientX - drag.x) / drag.cell);
      const rows = Math.round((event.clientY - drag.y) / (ROW_PX + GAP_PX));
      const way = `${columns} ${rows}`;
      if (way === drag.last) return;
      drag.last = way;
      onDrag(drag.widgets, columns, rows);
    },
    onPointerUp: () => (begun.current = null),
    onPointerCancel: () => (begun.current = null),
  };
}
