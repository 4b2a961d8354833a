// A data folder with generated calls, for measurements that read them. A separate low-priority process fills
// it. It stays filled for the next service that starts on it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from './questions.ts';

export interface FillOrder {
  rows: number;
  /** Rows of the account that is queried. */
  accountRows: number;
  /** Number of accounts that share the other rows. */
  others: number;
}

export interface Filled {
  account: number;
  endMs: number;
  /** Several, because a key may read 600 times a minute. */
  keys: string[];
  samples: Sample[];
  /** The size of all tables after their parts have been merged. */
  diskBytes: number;
  seconds: number;
  /** On a server: the database that the calls are in. */
  recordsUrl: string | null;
}

const NOTES = 'filled.json';
export const notesOf = (folder: string): string => path.join(folder, NOTES);
export const readFilled = (folder: string): Filled =>
  JSON.parse(readFileSync(notesOf(folder), 'utf8')) as Filled;

export async function filled(folder: string, { rows, accountRows, others }: FillOrder): Promise<Filled> {
  const child = fork(
    fileURLToPath(new URL('fill.ts', import.meta.url)),
    [rows, accountRows, others].map(String),
    { env: { ...process.env, TRACEWELL_DATA_DIR: folder, UV_THREADPOOL_SIZE: '16' } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`Filling the tables ended with ${code}.`);
  return readFilled(folder);
}
