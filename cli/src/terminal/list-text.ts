import { counted } from './amounts.ts';
import { paint } from './output.ts';

/** For `--wide`: wider than any table. */
export const UNCUT = Number.MAX_SAFE_INTEGER;

/** A table, or a sentence instead of an empty one. */
export function listText(
  noun: string,
  items: readonly unknown[],
  more: boolean,
  table: () => string,
): string {
  if (items.length === 0) return `No ${noun}s found.`;
  const note = `The first ${counted(items.length, noun)}; use --limit for more.`;
  return more ? `${table()}\n${paint('dim', note)}` : table();
}
