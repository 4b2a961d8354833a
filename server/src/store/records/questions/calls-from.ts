// Where calls are read from: the table, and beside it the calls that are acknowledged and not loaded yet (../unloaded-source.ts).
import type { Where } from './scope.ts';

/** FROM and WHERE of a question that looks at these columns of the calls that match. */
export const callsFrom = (where: Where, columns: string, unloaded: string | undefined): string =>
  unloaded === undefined
    ? `FROM calls\nWHERE ${where.sql}`
    : `FROM (\n${[`SELECT ${columns}\nFROM calls\nWHERE ${where.sql}`, `SELECT ${columns}\nFROM ${unloaded}\nWHERE ${where.sql}`].join('\nUNION ALL\n')}\n)`;
