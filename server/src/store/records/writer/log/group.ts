// Segments that are loaded by one insert. The insert has one deduplication token, so a repetition after a crash must have the same
// segments in it: which they are is on disk before the load begins, and that it is done is on disk before the first of them goes.
import path from 'node:path';
import { DISK, type LogFileSystem } from './file-system.ts';
import { FILES } from './frame.ts';
import { FRAMES, fileOf, syncFolder, writeAll } from './segment.ts';

export interface Group {
  /** In order. */
  names: string[];
  /** Only the files are left to delete. */
  loaded: boolean;
}

const GROUP = 'group';
const GROUP_NEW = 'group.new';

/** Replaces the one before it, whole or not at all. */
export async function writeGroup(folder: string, group: Group, files = DISK): Promise<void> {
  const fresh = path.join(folder, GROUP_NEW);
  await files.rm(fresh, { force: true });
  const handle = await files.open(fresh, 'wx', 0o600);
  try {
    await writeAll(handle, Buffer.from(JSON.stringify(group)), 0);
    await handle.datasync();
  } finally {
    await handle.close();
  }
  await files.rename(fresh, path.join(folder, GROUP));
  await syncFolder(folder, files);
}

/** Null when the last process was not loading one. Throws when it cannot be read. */
export async function readGroup(
  folder: string,
  found: readonly string[],
  files: LogFileSystem,
): Promise<Group | null> {
  if (!found.includes(GROUP)) return null;
  const group: unknown = JSON.parse(String(await files.readFile(path.join(folder, GROUP))));
  return group as Group;
}

export async function forgetGroup(folder: string, files = DISK): Promise<void> {
  for (const file of [GROUP_NEW, GROUP]) await files.rm(path.join(folder, file), { force: true });
}

/**
 * The frames go first, and for good: a segment that has frames and lacks rows would be refused at the next start, and so would
 * one that outlives a later one. A group must have been written as loaded: it may lose its frames in any order.
 */
export async function deleteSegments(
  folder: string,
  names: readonly string[],
  files: LogFileSystem,
): Promise<void> {
  for (const name of names) await files.rm(fileOf(folder, name, FRAMES), { force: true });
  await syncFolder(folder, files);
  for (const name of names)
    for (const file of FILES) await files.rm(fileOf(folder, name, file), { force: true });
  if (names.length > 1) await forgetGroup(folder, files);
}
