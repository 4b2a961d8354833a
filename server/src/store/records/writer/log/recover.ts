// Recovers the log's folder after a crash to exactly the acknowledged records. An incomplete end is cut off.
// Damage that could hide an acknowledged record is reported as an error and never skipped.
import path from 'node:path';
import { crc32 } from 'node:zlib';
import { DISK, type LogFileSystem } from './file-system.ts';
import { FILES, FRAME_BYTES, decodeFrame, isOfOtherForm, type Frame } from './segment.ts';
import { readCheckpoint, type Checkpoint } from './checkpoint.ts';
import { FRAMES, fileOf, noRows, syncFolder, type RowCounts } from './segment.ts';
import { deleteSegments, readUnits } from './units.ts';

export class LogDamageError extends Error {
  override name = 'LogDamageError';
}

export interface RecoveredSegment {
  name: string;
  rows: RowCounts;
  bytes: number;
}

interface Recovery {
  /**
   * In order, including empty ones: they are deleted in order too, or a crash in between would leave a gap.
   */
  segments: RecoveredSegment[];
  /**
   * Sizes of the groups, from the first on, whose inserts may have run. The other segments were not loaded.
   */
  units: number[];
  /** The checkpoint of the last process; null if it ended normally or had none. */
  checkpoint: Checkpoint | null;
  /** Incomplete commits at the end of a segment, which were not acknowledged. */
  torn: number;
  /** Number of the next segment. */
  next: number;
}

const NAME = /^(\d{10})-[0-9a-f]{8}$/;

export const numberOf = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0);

export async function recoverLog(folder: string, disk = DISK): Promise<Recovery> {
  await makeFolder(folder, disk);
  const checkpoint = await requireCheckpoint(folder, disk);
  const through = checkpoint?.through ?? 0;
  await deleteThrough(folder, through, disk);
  const files = await disk.readdir(folder);
  const names = namesOf(files);
  await deleteLeftovers(folder, files, names, disk);
  requireNoGap(folder, names, checkpoint);
  const segments: RecoveredSegment[] = [];
  let torn = 0;
  for (const name of names) {
    const found = await recoverSegment(folder, name, disk);
    torn += found.torn;
    segments.push({ name, rows: found.rows, bytes: found.bytes });
  }
  await syncFolder(folder, disk);
  // The first load waits for a checkpoint.
  const units = checkpoint ? unitSizes(folder, names, await readUnits(folder, names, files, disk)) : [];
  return { segments, units, checkpoint, torn, next: Math.max(through, ...names.map(numberOf)) + 1 };
}

/** Empty segments are loaded without a note. Between two noted ones they count as loaded. */
function unitSizes(folder: string, names: readonly string[], units: readonly string[][]): number[] {
  const sizes: number[] = [];
  let at = 0;
  for (const unit of units) {
    const from = names.indexOf(unit[0] ?? '');
    for (; at < from; at += 1) sizes.push(1);
    const missing = unit.find((name, place) => names[at + place] !== name);
    if (missing !== undefined) throw missingOfUnit(folder, missing);
    sizes.push(unit.length);
    at += unit.length;
  }
  return sizes;
}

const missingOfUnit = (folder: string, name: string) =>
  new LogDamageError(
    `In ${folder} the segment ${name} is missing. It was being loaded together with others, and acknowledged records may be in it. ` +
      'Bring its files back, or restore a backup.',
  );

async function requireCheckpoint(folder: string, disk: LogFileSystem): Promise<Checkpoint | null> {
  try {
    return await readCheckpoint(folder, disk);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw new LogDamageError(
      `${path.join(folder, 'checkpoint')} is damaged. Bring it back, or restore a backup.`,
    );
  }
}

/** Files that the last process had not deleted yet. */
async function deleteThrough(folder: string, through: number, disk: LogFileSystem): Promise<void> {
  const names = new Set<string>();
  for (const file of await disk.readdir(folder)) {
    const [name = ''] = file.split('.');
    if (NAME.test(name) && numberOf(name) <= through) names.add(name);
  }
  await deleteSegments(folder, [...names], disk);
}

const namesOf = (files: readonly string[]): string[] =>
  files
    .filter((file) => file.endsWith(`.${FRAMES}`))
    .map((file) => file.slice(0, -FRAMES.length - 1))
    .filter((name) => NAME.test(name))
    .toSorted();

/** The names of the folder and of the parents made for it must reach the disk too. */
async function makeFolder(folder: string, disk: LogFileSystem): Promise<void> {
  const first = await disk.mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let made = path.resolve(folder); ; made = path.dirname(made)) {
    await syncFolder(path.dirname(made), disk);
    if (made === path.resolve(first)) return;
  }
}

/** Data files without frames belong to a segment that was being created, or being deleted after its load. */
async function deleteLeftovers(
  folder: string,
  files: string[],
  names: string[],
  disk: LogFileSystem,
): Promise<void> {
  const known = new Set(names);
  for (const file of files) {
    const [name = '', ...rest] = file.split('.');
    if (NAME.test(name) && rest.length > 0 && !known.has(name))
      await disk.rm(path.join(folder, file), { force: true });
  }
}

/**
 * Segments are loaded and deleted in order, so the remaining ones are consecutive and follow the checkpoint.
 */
function requireNoGap(folder: string, names: string[], checkpoint: Checkpoint | null): void {
  for (const [index, name] of names.entries()) {
    const before = names[index - 1];
    const number = before === undefined ? checkpoint?.through : numberOf(before);
    if (number === undefined || numberOf(name) === number + 1) continue;
    throw new LogDamageError(
      `In ${folder} a segment is missing between ${before ?? 'the last checkpoint'} and ${name}: acknowledged records may be in it. ` +
        'Bring its files back, or move the segments before the gap to another folder to start without them.',
    );
  }
}

async function recoverSegment(
  folder: string,
  name: string,
  disk: LogFileSystem,
): Promise<{ rows: RowCounts; bytes: number; torn: number }> {
  const frames = await disk.readFile(fileOf(folder, name, FRAMES));
  const slots = Math.ceil(frames.length / FRAME_BYTES);
  if (isOfOtherForm(frames)) throw otherForm(folder, name);
  const good: Frame[] = [];
  let damaged: number | null = null;
  for (let slot = 0; slot < slots; slot += 1) {
    const frame = decodeFrame(frames.subarray(slot * FRAME_BYTES, (slot + 1) * FRAME_BYTES));
    const whole = frame !== null && (await rowsAreWhole(folder, name, frame, disk));
    if (whole && damaged === null) good.push(frame);
    else if (whole) throw damage(folder, name, damaged ?? 0, slots);
    else damaged ??= slot;
  }
  await cut(folder, name, good, disk);
  const rows = noRows();
  let bytes = 0;
  for (const frame of good) {
    for (const file of FILES) {
      rows[file] += frame[file].rows;
      bytes += frame[file].length;
    }
  }
  return { rows, bytes, torn: slots - good.length };
}

const otherForm = (folder: string, name: string) =>
  new LogDamageError(
    `In ${folder} the segment ${name} was written by another version of Tracewell, in a form that this one cannot read. ` +
      'Start that version, which loads it.',
  );

const damage = (folder: string, name: string, slot: number, slots: number) =>
  new LogDamageError(
    `In ${folder} the segment ${name} is damaged: its commit ${slot + 1} of ${slots} does not match its checksums, and complete commits follow it. ` +
      'Restore a backup, or move the segment to another folder to start without it.',
  );

async function rowsAreWhole(
  folder: string,
  name: string,
  frame: Frame,
  disk: LogFileSystem,
): Promise<boolean> {
  for (const file of FILES) {
    const { offset, length, crc } = frame[file];
    if (length === 0) continue;
    const bytes = await readChunk(fileOf(folder, name, file), offset, length, disk);
    if (bytes === null || crc32(bytes) !== crc) return false;
  }
  return true;
}

async function readChunk(
  file: string,
  offset: number,
  length: number,
  disk: LogFileSystem,
): Promise<Buffer | null> {
  let handle;
  try {
    handle = await disk.open(file, 'r');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    throw new LogDamageError(
      `${file} is missing, and acknowledged records are in it. Bring it back, or restore a backup.`,
    );
  }
  try {
    const { size } = await handle.stat();
    if (size < offset + length) return null;
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    while (read < length) {
      const { bytesRead } = await handle.read(bytes, read, length - read, offset + read);
      if (bytesRead === 0) return null;
      read += bytesRead;
    }
    return bytes;
  } finally {
    await handle.close();
  }
}

/** The engine loads whole files, so bytes without a valid frame are cut off. */
async function cut(folder: string, name: string, good: Frame[], disk: LogFileSystem): Promise<void> {
  const last = good.at(-1);
  for (const file of FILES) {
    const end = last ? last[file].offset + last[file].length : 0;
    await cutFile(fileOf(folder, name, file), end, disk);
  }
  await cutFile(fileOf(folder, name, FRAMES), good.length * FRAME_BYTES, disk);
}

async function cutFile(file: string, length: number, disk: LogFileSystem): Promise<void> {
  let handle;
  try {
    handle = await disk.open(file, 'r+');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || length > 0) throw error;
    return;
  }
  try {
    await handle.truncate(length);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}
