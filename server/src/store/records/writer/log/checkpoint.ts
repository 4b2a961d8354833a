// How far the log is in the tables for good. Loads do not sync what they write: a segment stays after its load until a checkpoint has
// synced the disk and noted so here. The note is replaced whole and synced, and only then are the segments deleted.
import path from 'node:path';
import type { LogFileSystem } from './file-system.ts';
import { syncFolder, writeAll } from './segment.ts';

/** How many records of an account arrived on a UTC day (`YYYY-MM-DD`), those after the checkpoint left out. */
export type Arrived = readonly (readonly [account: number, day: string, records: number])[];

export interface Checkpoint {
  /** Segments up to this number are in the tables and on disk. Files of them that are still here are only left to delete. */
  through: number;
  /** The boot of the machine that the process ran in; null where it cannot be told. */
  boot: string | null;
  /** Of yesterday and today: what a power cut leaves of `arrivals` is held against it. Null when it was not counted yet. */
  arrived: Arrived | null;
}

const CHECKPOINT = 'checkpoint';
const CHECKPOINT_NEW = 'checkpoint.new';

export async function writeCheckpoint(
  folder: string,
  checkpoint: Checkpoint,
  files: LogFileSystem,
): Promise<void> {
  const fresh = path.join(folder, CHECKPOINT_NEW);
  await files.rm(fresh, { force: true });
  const handle = await files.open(fresh, 'wx', 0o600);
  try {
    await writeAll(handle, Buffer.from(JSON.stringify(checkpoint)), 0);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await files.rename(fresh, path.join(folder, CHECKPOINT));
  await syncFolder(folder, files);
}

/** Null when the last process ended in order, or was of a version without checkpoints. Throws when it cannot be read. */
export async function readCheckpoint(folder: string, files: LogFileSystem): Promise<Checkpoint | null> {
  try {
    return JSON.parse(String(await files.readFile(path.join(folder, CHECKPOINT)))) as Checkpoint;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Only when no segment is left: without a checkpoint the next process numbers them from 1 again. */
export async function forgetCheckpoint(folder: string, files: LogFileSystem): Promise<void> {
  await syncFolder(folder, files);
  for (const file of [CHECKPOINT_NEW, CHECKPOINT]) await files.rm(path.join(folder, file), { force: true });
}

/** Neither tables nor tokens can be trusted for what came after the checkpoint: not all of it may have reached the disk. */
export const powerWasCut = (checkpoint: Checkpoint | null, boot: string | null): boolean =>
  checkpoint !== null && (boot === null || checkpoint.boot !== boot);
