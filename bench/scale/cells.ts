// The figures of each size, kept in bench/results/scale.json. A cell is written when it is done, so a run can
// be continued.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Times } from '../queries/run.ts';

export interface Cell {
  rows: number;
  accounts: number;
  commit: string;
  fillSeconds: number;
  bytesPerRecord: number;
  startMs: number;
  /** The first query right after the start, and three seconds later. */
  firstAtOnceMs: number;
  firstLaterMs: number;
  idleMb: number;
  idleCpuPercent: number;
  /** Null for a question that the service refused, because it is beyond its limits. */
  reads: Record<string, Times | null>;
}

interface ScaleResult {
  machine: string;
  cells: Cell[];
}

const FILE = fileURLToPath(new URL('../results/scale.json', import.meta.url));

export const readCells = (): ScaleResult =>
  existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as ScaleResult) : { machine: '', cells: [] };

/** Replaces an earlier cell of the same size. */
export function keepCell(machine: string, cell: Cell): void {
  const others = readCells().cells.filter(
    ({ rows, accounts }) => rows !== cell.rows || accounts !== cell.accounts,
  );
  const cells = [...others, cell].toSorted((one, two) => one.accounts - two.accounts || one.rows - two.rows);
  writeFileSync(FILE, `${JSON.stringify({ machine, cells } satisfies ScaleResult, null, 2)}\n`);
}
