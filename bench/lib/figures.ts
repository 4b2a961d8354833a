// What a measurement found, for other programs: with `--json=<file>` its figures are written there, beside
// what it prints.
import { writeFileSync } from 'node:fs';

/** By name, such as `ingest.perCpuSecond`; what they mean is in bench/all/table.ts. */
export type Figures = Record<string, number>;

const FLAG = '--json=';

export function writeFigures(figures: Figures): void {
  const file = process.argv.find((arg) => arg.startsWith(FLAG))?.slice(FLAG.length);
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
}
