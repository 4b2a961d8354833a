// Groups of segments that one insert loads. The insert has one deduplication token, so a repetition after a
// kill must load the same segments: a note lists them before the load begins. The note is not synced: after a
// power cut tokens are not trusted anyway, and the tables are compared with the segments.
import path from 'node:path';
import { DISK, type LogFileSystem } from './file-system.ts';
import { FILES } from './segment.ts';
import { FRAMES, fileOf, writeAll } from './segment.ts';

const UNIT = 'unit';

const noteOf = (folder: string, name: string): string => path.join(folder, `${name}.${UNIT}`);

/** `names` in order; the first one names the note. */
export async function noteUnit(folder: string, names: readonly string[], files = DISK): Promise<void> {
  const note = noteOf(folder, names[0] ?? '');
  const handle = await files.open(note, 'wx', 0o600).catch(async (error: unknown) => {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    // Left by a failed attempt or by the previous process.
    await files.rm(note, { force: true });
    return files.open(note, 'wx', 0o600);
  });
  try {
    await writeAll(handle, Buffer.from(JSON.stringify(names)), 0);
  } finally {
    await handle.close();
  }
}

/** The notes of these segments, in order. An incomplete note was being written, so its load had not begun. */
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

/** In any order: after the checkpoint they are not needed. */
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
