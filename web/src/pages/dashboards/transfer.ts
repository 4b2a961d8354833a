// A dashboard as a file, in the form that the API accepts to create one.
import type { Schemas } from '#api';
import { isObject } from '#lib/is-object';

type DashboardInput = Schemas['DashboardInput'];

export const exported = ({ name, description, widgets }: Schemas['Dashboard']): DashboardInput => ({
  name,
  description,
  widgets,
});

/**
 * Null if the text is not a dashboard. The service checks the rest. A response of the API is accepted too.
 */
export function readImport(text: string): DashboardInput | null {
  try {
    const parsed: unknown = JSON.parse(text);
    const found = isObject(parsed) && isObject(parsed['dashboard']) ? parsed['dashboard'] : parsed;
    if (!isObject(found) || typeof found['name'] !== 'string' || !Array.isArray(found['widgets']))
      return null;
    const { name, description, widgets } = found;
    return {
      name,
      ...(typeof description === 'string' ? { description } : {}),
      widgets: widgets as DashboardInput['widgets'],
    };
  } catch {
    return null;
  }
}

/** A file name that is valid on any system. */
export const fileName = (name: string): string =>
  `${
    name
      .replaceAll(/[^\p{Letter}\p{Number}._-]+/gu, '-')
      .replaceAll(/^-+|-+$/g, '')
      .slice(0, 60) || 'dashboard'
  }.json`;

export function download(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
