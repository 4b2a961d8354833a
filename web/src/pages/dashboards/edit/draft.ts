// Changes that the editor makes to the widgets of a dashboard.
import { bottomOf, settle, type Widget } from '#ui';

export interface Draft {
  name: string;
  description: string;
  widgets: Widget[];
}

/** An id that no widget of the dashboard has. */
export function newWidgetId(widgets: readonly Pick<Widget, 'id'>[]): string {
  const taken = new Set(widgets.map(({ id }) => id));
  let number = widgets.length + 1;
  while (taken.has(`w${number}`)) number += 1;
  return `w${number}`;
}

/** Adds a widget below all others. */
export const addWidget = (widgets: readonly Widget[], widget: Widget): Widget[] =>
  settle([...widgets, { ...widget, id: newWidgetId(widgets), position: { x: 0, y: bottomOf(widgets) } }]);

/** Adds a copy directly below the original. */
export function copyWidget(widgets: readonly Widget[], widget: Widget): Widget[] {
  const { position, size } = widget;
  const id = newWidgetId(widgets);
  const copy = { ...widget, id, position: { x: position.x, y: position.y + size.h } };
  return settle([...widgets, copy], id);
}

/** A new widget starts with the most common query. */
export const blankWidget = (title: string): Widget => ({
  id: 'new',
  title,
  chart: 'stackedBar',
  question: { metric: 'cost', groupBy: 'model' },
  position: { x: 0, y: 0 },
  size: { w: 6, h: 5 },
});
