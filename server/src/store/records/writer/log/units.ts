// Segments that one insert loads. The insert has one deduplication token, so a repetition after a kill must have the same segments in
// it: which they are is noted before the load begins. The note is not synced: after a power cut tokens are not trusted anyway, and
// what is in the tables is held against the segments.
import path from 'node:path';
import { DISK, type LogFileSystem } from './file-system.ts';
import { FILES } from './frame.ts';
import { FRAMES, fileOf, writeAll } from './segment.ts';

const UNIT = 'unit';

const noteOf = (folder: string, name: string): string => path.join(folder, `${name}.${UNIT}`);

/** `names` in order; the first one gives the note its name. */
export async function noteUnit(folder: string, names: readonly string[], files = DISK): Promise<void> {
  const note = noteOf(folder, names[0] ?? '');
  const handle = await files.open(note, 'wx', 0o600).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Of an attempt that failed, or of the process before.
    await files.rm(note, { force: true });
    return files.open(note, 'wx', 0o600);
  });
  try {
    await writeAll(handle, Buffer.from(JSON.stringify(names)), 0);
  } finally {
    await handle.close();
  }
}

/** Of these segments, in order. A note that is not whole was being written: its load had not begun. */
export async function readUnits(
  folder: string,
  segments: readonly string[],
  found: readonly string[],
  files: LogFileSystem,
): Promise<string[][]> {
  const notes = new Set(found);
  const units: string[][] = [];
  for (const name of segments) {
    if (!notes.has(`${name}.${UNIT}`)) continue;
    const names = parsed(await files.readFile(noteOf(folder, name))) as string[] | null;
    if (names) units.push(names);
  }
  return units;
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(String(bytes));
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Of an earlier version: the one load of several segments that it was in, or had just done. */
export interface Group {
  /** In order. */
  names: string[];
  /** Only the files are left to delete. */
  loaded: boolean;
}

const GROUP = 'group';

/** Null when there is none. Throws when it cannot be read. */
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
  for (const file of [`${GROUP}.new`, GROUP]) await files.rm(path.join(folder, file), { force: true });
}

/** In any order: the checkpoint says that nothing of them is needed. */
export async function deleteSegments(
  folder: string,
  names: readonly string[],
  files: LogFileSystem,
): Promise<void> {
  for (const name of names) {
    for (const file of [FRAMES, ...FILES] as const)
      await files.rm(fileOf(folder, name, file), { force: true });
    await files.rm(noteOf(folder, name), { force: true });
  }
}
