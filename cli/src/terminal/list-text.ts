import { countOf } from './amounts.ts';
import { paint } from './output.ts';

/** A table, or a sentence instead of an empty one. */
export function listText(
  noun: string,
  items: readonly unknown[],
  more: boolean,
  table: () => string,
): string {
  if (items.length === 0) return `No ${noun}s found.`;
  const shown = items.length === 1 ? noun : countOf(items.length, noun);
  const note = `The first ${shown}; use --limit for more.`;
  return more ? `${table()}\n${paint('dim', note)}` : table();
}
