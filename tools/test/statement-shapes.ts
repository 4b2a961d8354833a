// The tests run on SQLite. Those that run on PostgreSQL too are computed: the cheapest files that together run
// every metadata statement that any file has run on SQLite. server/test/support/statement-shapes.ts records them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

export interface Recorded {
  engine: 'sqlite' | 'postgres';
  file: string;
  shapes: string[];
}

/** Statements of SQLite itself. PostgreSQL has others for them. */
const OF_SQLITE = [
  // Which tables exist, and how they are made. Every run on PostgreSQL makes them too.
  /\bsqlite_master\b/,
  /^(?:create|alter|drop) /,
  // How erased text is removed from the disk, and a consistent copy for a backup.
  /^(?:pragma|vacuum)\b/,
];

/** The same for both engines, for any values and any number of them, and without what only PostgreSQL needs. */
export const shapeOf = (text: string): string =>
  text
    .replaceAll(/\$\d+/g, '?')
    .replaceAll(/(?<![\w"])\d+\b/g, '0')
    .replaceAll(/\bstrpos\(/g, 'instr(')
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

/** Statements that SQLite has run and PostgreSQL has not, each with the files that have them. */
export function missingOnPostgres(recorded: readonly Recorded[]): Map<string, string[]> {
  const known = new Set(recorded.flatMap(({ engine, shapes }) => (engine === 'postgres' ? shapes : [])));
  const missing = new Map<string, string[]>();
  for (const { engine, file, shapes } of recorded) {
    if (engine !== 'sqlite') continue;
    for (const shape of shapes) {
      if (known.has(shape) || OF_SQLITE.some((own) => own.test(shape))) continue;
      missing.set(shape, [...(missing.get(shape) ?? []), file]);
    }
  }
  return missing;
}

/**
 * Files that together have all the statements. Each choice adds the most statements for its cost, so the sum is
 * near the least that is possible. A chosen file that others make needless later is left out again.
 */
export function coverOf(
  missing: ReadonlyMap<string, readonly string[]>,
  costOf: (file: string) => number,
): string[] {
  const shapesOf = new Map<string, Set<string>>();
  for (const [shape, files] of missing)
    for (const file of files) shapesOf.set(file, (shapesOf.get(file) ?? new Set()).add(shape));
  const chosen: string[] = [];
  const open = new Set(missing.keys());
  while (open.size > 0) {
    const worth = (file: string): number =>
      [...(shapesOf.get(file) ?? [])].filter((shape) => open.has(shape)).length /
      Math.max(costOf(file), 0.001);
    const best = [...shapesOf.keys()].reduce((a, b) => (worth(b) > worth(a) ? b : a));
    chosen.push(best);
    for (const shape of shapesOf.get(best) ?? []) open.delete(shape);
  }
  const byCost = chosen.toSorted((a, b) => costOf(b) - costOf(a));
  const kept = new Set(chosen);
  for (const file of byCost) {
    const others = [...kept].filter((other) => other !== file);
    const isNeedless = [...(shapesOf.get(file) ?? [])].every((shape) =>
      others.some((other) => shapesOf.get(other)?.has(shape)),
    );
    if (isNeedless) kept.delete(file);
  }
  return [...kept].toSorted();
}
