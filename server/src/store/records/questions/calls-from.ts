// Where calls are read from: the table, and beside it the acknowledged calls that are not loaded yet
// (../writer/unloaded-source.ts).
import type { Where } from './scope.ts';

/** FROM and WHERE of a statement that reads these columns of the matching calls. */
export const callsFrom = (where: Where, columns: string, unloaded: string | undefined): string =>
  unloaded === undefined
    ? `FROM calls\nWHERE ${where.sql}`
    : `FROM (\n${[`SELECT ${columns}\nFROM calls\nWHERE ${where.sql}`, `SELECT ${columns}\nFROM ${unloaded}\nWHERE ${where.sql}`].join('\nUNION ALL\n')}\n)`;
