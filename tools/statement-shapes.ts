// Files whose subject is not the metadata run on SQLite alone (vitest.config.ts). Their metadata statements must
// still run on PostgreSQL, in other files. At the end of `npm test` this looks for statements that did not.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

interface Recorded {
  engine: 'sqlite' | 'postgres';
  file: string;
  shapes: string[];
}

/** Statements of SQLite itself. PostgreSQL has others for them. */
const OF_SQLITE = [
  // Whether the table of the migrations exists.
  /^select 1 from sqlite_master /,
  // How erased text is removed from the disk, and a consistent copy for a backup.
  /^(?:pragma|vacuum)\b/,
];

/** The same for both engines, for any number of values, and without what only PostgreSQL needs. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ for update( skip locked)?\b| collate "C"/g, '')
    .replaceAll(/\(\?(?:, ?\?)+\)/g, '(?)')
    .replaceAll(/(\([^()]*\))(?:, \1)+/g, '$1')
    .trim();

export function recordedIn(folder: string): Recorded[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((name) =>
    readFileSync(path.join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Recorded),
  );
}

/** The statements of files that ran on SQLite only, which PostgreSQL has not run, each with one such file. */
export function missingOnPostgres(recorded: readonly Recorded[]): Map<string, string> {
  const onPostgres = recorded.filter(({ engine }) => engine === 'postgres');
  const files = new Set(onPostgres.map(({ file }) => file));
  const known = new Set(onPostgres.flatMap(({ shapes }) => shapes));
  return new Map(
    recorded
      .filter(({ engine, file }) => engine === 'sqlite' && !files.has(file))
      .flatMap(({ file, shapes }) =>
        shapes
          .filter((shape) => !known.has(shape) && !OF_SQLITE.some((own) => own.test(shape)))
          .map((shape) => [shape, file] as const),
      ),
  );
}
