// Records up to which segment the log is durable in the tables. Loads do not sync their files: a segment stays
// after its load until a checkpoint has synced the disk and recorded so here. The file is replaced atomically
// and synced, and only then are the segments deleted.
import path from 'node:path';
import type { LogFileSystem } from './file-system.ts';
import { syncFolder, writeAll } from './segment.ts';

/** Records of an account that arrived on a UTC day (`YYYY-MM-DD`) before the checkpoint. */
export type Arrived = readonly (readonly [account: number, day: string, records: number])[];

export interface Checkpoint {
  /** Segments up to this number are in the tables and on disk. Their remaining files can be deleted. */
  through: number;
  /** The boot id of the machine at that time; null if unknown. */
  boot: string | null;
  /**
   * Counts of yesterday and today: after a power cut `arrivals` is compared with them. Null if not counted
   * yet.
   */
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

/** Null if the last process ended normally or had no checkpoints. Throws if it cannot be read. */
export async function readCheckpoint(folder: string, files: LogFileSystem): Promise<Checkpoint | null> {
  try {
    return JSON.parse(String(await files.readFile(path.join(folder, CHECKPOINT)))) as Checkpoint;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/** Only if no segment is left: without a checkpoint the next process numbers segments from 1 again. */
export async function forgetCheckpoint(folder: string, files: LogFileSystem): Promise<void> {
  await syncFolder(folder, files);
  for (const file of [CHECKPOINT_NEW, CHECKPOINT]) await files.rm(path.join(folder, file), { force: true });
}

/** After a power cut neither tables nor tokens can be trusted for anything after the checkpoint. */
export const powerWasCut = (checkpoint: Checkpoint | null, boot: string | null): boolean =>
  checkpoint !== null && (boot === null || checkpoint.boot !== boot);
