// The folder of the embedded stores, and the lock that keeps a second process out of it. The lock is a file
// lock held by the operating system, so that a killed process leaves nothing behind to clean up.
import {
  accessSync,
  closeSync,
  constants,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export class DataDirectoryError extends Error {
  override name = 'DataDirectoryError';
}

const LOCK = 'tracewell.lock';
const OWNER = 'tracewell.pid';

/** Files that may be in an otherwise empty folder. */
export const LOCK_FILES: readonly string[] = [LOCK, `${LOCK}-journal`, OWNER];

// Keeps the lock from being garbage collected if the caller drops it.
const held = new Set<DatabaseSync>();

interface DataDirectory {
  path: string;
  release(): void;
}

export function ensureDataDirectory(directory: string): void {
  try {
    makeDurably(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    const probe = path.join(directory, `.probe-${process.pid}`);
    writeFileSync(probe, '');
    rmSync(probe);
  } catch (error) {
    throw new DataDirectoryError(
      `The data directory ${directory} cannot be written (${(error as NodeJS.ErrnoException).code ?? 'error'}). Give this user write permission, or set TRACEWELL_DATA_DIR to another folder.`,
      { cause: error },
    );
  }
}

function syncFolder(folder: string): void {
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/**
 * A new folder survives a power cut only if its name and the names of the parents created for it are on disk.
 */
export function makeDurably(directory: string, sync = syncFolder): void {
  const first = mkdirSync(directory, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path.resolve(directory); ; made = path.dirname(made)) {
    sync(path.dirname(made));
    if (made === path.resolve(first)) return;
  }
}

/** A folder that existed before the first start keeps its mode. Windows has no modes. */
export function othersCanRead(directory: string): boolean {
  return process.platform !== 'win32' && (statSync(directory).mode & 0o077) !== 0;
}

export const closeToOthers = (directory: string): string =>
  `Other users of this machine can read the data directory ${directory}. Run: chmod 700 ${directory}`;

/** The lock is held until it is released or the process ends, however it ends. */
export function lockDataDirectory(directory: string): DataDirectory {
  ensureDataDirectory(directory);
  const lock = takeLock(directory);
  held.add(lock);
  noteOwner(directory);
  return {
    path: directory,
    release: () => {
      rmSync(path.join(directory, OWNER), { force: true });
      held.delete(lock);
      lock.close();
    },
  };
}

function takeLock(directory: string): DatabaseSync {
  const file = path.join(directory, LOCK);
  let lock: DatabaseSync | null = null;
  try {
    lock = new DatabaseSync(file);
    lock.exec('PRAGMA busy_timeout = 0; PRAGMA journal_mode = DELETE; BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock?.close();
    throw new DataDirectoryError(
      isBusy(error)
        ? `Another Tracewell process${ownerOf(directory)} is using ${directory}. Stop it first, or set TRACEWELL_DATA_DIR to another folder.`
        : `The lock file ${file} cannot be used (${(error as Error).message}). Check that it belongs to this user and that the disk has free space. It can be deleted while no Tracewell process is running.`,
      { cause: error },
    );
  }
}

/** SQLITE_BUSY, with any extended code. */
const isBusy = (error: unknown): boolean => ((error as { errcode?: number }).errcode ?? 0) % 256 === 5;

/** Only the message to a second process needs this file, so a full disk does not prevent the start. */
function noteOwner(directory: string): void {
  try {
    writeFileSync(path.join(directory, OWNER), `${process.pid}\n`);
  } catch {
    rmSync(path.join(directory, OWNER), { force: true });
  }
}

/** Whether a process holds the folder now. Leaves no files behind. */
export function isLocked(directory: string): boolean {
  if (!existsSync(path.join(directory, LOCK))) return false;
  try {
    takeLock(directory).close();
    return false;
  } catch (error) {
    if (isBusy((error as Error).cause)) return true;
    throw error;
  }
}

/** The process that holds the folder, read from its file; null if unknown. */
export function lockOwner(directory: string): number | null {
  try {
    return Number(readFileSync(path.join(directory, OWNER), 'utf8')) || null;
  } catch {
    return null;
  }
}

function ownerOf(directory: string): string {
  const pid = lockOwner(directory);
  return pid === null ? '' : ` (process ${pid})`;
}
