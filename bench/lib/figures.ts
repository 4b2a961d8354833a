// The figures of a measurement, for other programs: with `--json=<file>` they are also written to that file.
import { writeFileSync } from 'node:fs';

/** By name, such as `ingest.perCpuSecond`. bench/all/table.ts explains them. */
export type Figures = Record<string, number>;

const FLAG = '--json=';

export function writeFigures(figures: Figures): void {
  const file = process.argv.find((arg) => arg.startsWith(FLAG))?.slice(FLAG.length);
  if (file !== undefined) writeFileSync(file, JSON.stringify(figures));
}
