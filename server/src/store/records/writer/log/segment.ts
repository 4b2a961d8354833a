// One segment of the log: a file of RowBinary rows per table, which the engine loads unchanged, and a file of
// frames that says how far each of them is valid. One process writes it, one commit at a time.
import path from 'node:path';
import { crc32 } from 'node:zlib';
import type { RowBuffer } from '../rows/row-buffer.ts';
import { DISK, type LogFile } from './file-system.ts';

/** In the order in which they are loaded: what contents refer to comes before them. */
export const FILES = ['messages', 'calls', 'observations', 'call_content'] as const;
export type DataFile = (typeof FILES)[number];

/** The bytes of one data file that belong to a commit. */
interface Chunk {
  /** Offset of the bytes in the data file. */
  offset: number;
  length: number;
  rows: number;
  crc: number;
}

/**
 * One commit: the byte ranges of the data files that belong to it, with their checksums, and a checksum over
 * the frame itself. Bytes that no frame covers were never acknowledged.
 */
export type Frame = Record<DataFile, Chunk>;

/** "TWL1", for the files and the columns that the rows have. */
const MAGIC = 0x54574c31;
const CHUNK_BYTES = 20;
export const FRAME_BYTES = 4 + FILES.length * CHUNK_BYTES + 4;

function encodeFrame(frame: Frame): Buffer {
  const bytes = Buffer.alloc(FRAME_BYTES);
  let at = bytes.writeUInt32LE(MAGIC, 0);
  for (const file of FILES) {
    const chunk = frame[file];
    at = bytes.writeUIntLE(chunk.offset, at, 6);
    at = bytes.writeUIntLE(chunk.length, at, 6);
    at = bytes.writeUInt32LE(chunk.rows, at);
    at = bytes.writeUInt32LE(chunk.crc, at);
  }
  bytes.writeUInt32LE(crc32(bytes.subarray(0, at)), at);
  return bytes;
}

function isIntact(bytes: Buffer): boolean {
  const end = FRAME_BYTES - 4;
  return bytes.length >= FRAME_BYTES && crc32(bytes.subarray(0, end)) === bytes.readUInt32LE(end);
}

/**
 * Whether the first frame is an intact frame of rows with other columns. Such a segment must not be treated as
 * an incomplete commit.
 */
export const isOfOtherForm = (bytes: Buffer): boolean => isIntact(bytes) && bytes.readUInt32LE(0) !== MAGIC;

/** Null if the bytes are not a complete and intact frame. */
export function decodeFrame(bytes: Buffer): Frame | null {
  if (!isIntact(bytes) || bytes.readUInt32LE(0) !== MAGIC) return null;
  const chunkAt = (index: number): Chunk => {
    const at = 4 + index * CHUNK_BYTES;
    return {
      offset: bytes.readUIntLE(at, 6),
      length: bytes.readUIntLE(at + 6, 6),
      rows: bytes.readUInt32LE(at + 12),
      crc: bytes.readUInt32LE(at + 16),
    };
  };
  return ofFiles((_file, at) => chunkAt(at));
}

export type Rows = Record<DataFile, RowBuffer>;
export type RowCounts = Record<DataFile, number>;

export const FRAMES = 'frames';
const FRAMES_NEW = 'frames.new';

export const fileOf = (
  folder: string,
  name: string,
  part: DataFile | typeof FRAMES | typeof FRAMES_NEW,
): string => path.join(folder, `${name}.${part}`);

export const ofFiles = <Value>(make: (file: DataFile, at: number) => Value): Record<DataFile, Value> =>
  Object.fromEntries(FILES.map((file, at) => [file, make(file, at)])) as Record<DataFile, Value>;

export const noRows = (): RowCounts => ofFiles(() => 0);

interface Part {
  handle: LogFile;
  length: number;
}

export class Segment {
  readonly name: string;
  readonly rows: RowCounts = noRows();
  readonly #parts: Map<DataFile, Part>;
  readonly #frames: Part;
  /** A commit is running, or failed and may have left bytes. */
  #torn = false;
  #finishing: Promise<void> | null = null;

  private constructor(name: string, parts: Map<DataFile, Part>, frames: Part) {
    this.name = name;
    this.#parts = parts;
    this.#frames = frames;
  }

  /**
   * The file of frames is created last and atomically: a segment without one has no valid rows. A failed
   * attempt leaves nothing behind, because the next one uses the same number.
   */
  static async create(folder: string, name: string, files = DISK): Promise<Segment> {
    const handles: LogFile[] = [];
    const create = async (file: string): Promise<Part> => {
      const handle = await files.open(file, 'wx', 0o600);
      handles.push(handle);
      return { handle, length: 0 };
    };
    try {
      const parts = new Map<DataFile, Part>();
      for (const file of FILES) parts.set(file, await create(fileOf(folder, name, file)));
      const frames = await create(fileOf(folder, name, FRAMES_NEW));
      await files.rename(fileOf(folder, name, FRAMES_NEW), fileOf(folder, name, FRAMES));
      await syncFolder(folder, files);
      return new Segment(name, parts, frames);
    } catch (error) {
      await Promise.allSettled(handles.map((handle) => handle.close()));
      const parts = [FRAMES, ...FILES, FRAMES_NEW] as const;
      await Promise.allSettled(parts.map((part) => files.rm(fileOf(folder, name, part), { force: true })));
      throw error;
    }
  }

  get totalRows(): number {
    return this.rows.calls + this.rows.observations;
  }

  get bytes(): number {
    let sum = 0;
    for (const part of this.#parts.values()) sum += part.length;
    return sum;
  }

  /**
   * On disk when it returns. If it throws, nothing of the commit is valid, and the segment must not be
   * written again.
   */
  async commit(rows: Rows): Promise<void> {
    this.#torn = true;
    const frame = this.#frameOf(rows);
    const touched: LogFile[] = [this.#frames.handle];
    const writes: Promise<void>[] = [];
    for (const [file, part] of this.#parts) {
      if (frame[file].length === 0) continue;
      touched.push(part.handle);
      writes.push(writeAll(part.handle, rows[file].taken(), frame[file].offset));
    }
    // The frame may reach the disk before its rows. Then its checksums do not match, and it is not valid.
    writes.push(writeAll(this.#frames.handle, encodeFrame(frame), this.#frames.length));
    // Waits for all, also when one fails: no write may be running when the segment is trimmed.
    await allSettled(writes);
    await allSettled(touched.map((handle) => handle.datasync()));
    this.#frames.length += FRAME_BYTES;
    for (const [file, part] of this.#parts) {
      part.length += frame[file].length;
      this.rows[file] += frame[file].rows;
    }
    this.#torn = false;
  }

  /**
   * Cuts off the bytes of a failed commit and closes the files. It may be called again, also after it failed.
   */
  finish(): Promise<void> {
    this.#finishing ??= this.#finish().catch((error: unknown) => {
      this.#finishing = null;
      throw error;
    });
    return this.#finishing;
  }

  async #finish(): Promise<void> {
    const all = [...this.#parts.values(), this.#frames];
    for (const { handle, length } of this.#torn ? all : []) {
      await handle.truncate(length);
      await handle.datasync();
    }
    this.#torn = false;
    for (const { handle } of all) await handle.close();
  }

  #frameOf(rows: Rows): Frame {
    const chunk = (file: DataFile) => {
      const bytes = rows[file].taken();
      const offset = this.#parts.get(file)?.length ?? 0;
      return { offset, length: bytes.length, rows: rows[file].rows, crc: crc32(bytes) };
    };
    return ofFiles(chunk);
  }
}

async function allSettled(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

export async function writeAll(handle: LogFile, bytes: Buffer, position: number): Promise<void> {
  for (let written = 0; written < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, written, bytes.length - written, position + written);
    written += bytesWritten;
  }
}

export async function syncFolder(folder: string, files = DISK): Promise<void> {
  const handle = await files.open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
