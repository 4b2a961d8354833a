// A data folder with made calls in it, for measurements that read them. It is filled in a process of its own
// that leaves the machine to others, and stays filled for the next service that starts on it.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Sample } from './questions.ts';

export interface FillOrder {
  rows: number;
  /** The account that the questions are about. */
  accountRows: number;
  /** Accounts that share the rest. */
  others: number;
}

export interface Filled {
  account: number;
  endMs: number;
  /** A key may read 600 times a minute. */
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
