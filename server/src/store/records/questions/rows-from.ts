// Where records are read from: the table, and beside it the acknowledged records that are not loaded yet
// (../writer/unloaded-source.ts).
import type { Where } from './scope.ts';

/** FROM and WHERE of a statement that reads these columns of the matching rows. */
export const rowsFrom = (
  table: 'calls' | 'observations' | 'call_content' | 'messages',
  where: Where,
  columns: string,
  unloaded: string | undefined,
): string =>
  unloaded === undefined
    ? `FROM ${table}\nWHERE ${where.sql}`
    : `FROM (\n${[`SELECT ${columns}\nFROM ${table}\nWHERE ${where.sql}`, `SELECT ${columns}\nFROM ${unloaded}\nWHERE ${where.sql}`].join('\nUNION ALL\n')}\n)`;
