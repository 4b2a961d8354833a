// The machine and the commit of a figure.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export const machine = (): string =>
  `${cpus().length} x ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GiB, ${process.platform}-${process.arch}, Node ${process.version}`;

export const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();

export const commit = (): string => git('rev-parse', '--short', 'HEAD');

/** CPU time of the machine since its start: the time that the host gave to other guests, and the total. */
export interface Stolen {
  stolen: number;
  all: number;
}

/** Zero if the system does not report it. */
export function stolen(): Stolen {
  if (!existsSync('/proc/stat')) return { stolen: 0, all: 0 };
  const times = (readFileSync('/proc/stat', 'utf8').split('\n')[0] ?? '')
    .split(/\s+/)
    .slice(1, 9)
    .map(Number);
  return { stolen: times[7] ?? 0, all: times.reduce((sum, time) => sum + time, 0) };
}
