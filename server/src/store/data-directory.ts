// The folder of the embedded stores, and the lock that keeps a second process out of it. The lock is a file lock
// held by the operating system, so that a killed process leaves nothing behind to clean up.
import { accessSync, constants, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError';
}

const LOCK = 'tracewell.lock';
const OWNER = 'tracewell.pid';

export interface DataDirectory {
  path: string;
  release(): void;
}

export function ensureDataDirectory(directory: string): void {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = path.join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new DataDirectoryError(
      `The data directory ${directory} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'}). Give this user the right to, or set TRACEWELL_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

/** Held until released or until the process ends, however it ends. */
export function lockDataDirectory(directory: string): DataDirectory {
  ensureDataDirectory(directory);
  const lock = new DatabaseSync(path.join(directory, LOCK));
  try {
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw new DataDirectoryError(
      `Another Tracewell process${ownerOf(directory)} is using ${directory}. Stop it first, or set TRACEWELL_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
  writeFileSync(path.join(directory, OWNER), `${process.pid}\n`);
  return {
    path: directory,
    release: () => {
      rmSync(path.join(directory, OWNER), { force: true });
      lock.close();
    },
  };
}

/** Whether some process holds the folder now. */
export function isLocked(directory: string): boolean {
  try {
    lockDataDirectory(directory).release();
    return false;
  } catch {
    return true;
  }
}

function ownerOf(directory: string): string {
  try {
    return ` (process ${Number(readFileSync(path.join(directory, OWNER), 'utf8'))})`;
  } catch {
    return '';
  }
}
