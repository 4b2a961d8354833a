// One commit in the log: the byte ranges of the data files that belong to it, with their checksums, and a
// checksum over the frame itself. Bytes that no frame covers were never acknowledged.
import { crc32 } from 'node:zlib';

export const FILES = ['calls', 'observations', 'call_content'] as const;
export type DataFile = (typeof FILES)[number];

interface Chunk {
  /** Offset of the bytes in the data file. */
  offset: number;
  length: number;
  rows: number;
  crc: number;
}

export type Frame = Record<DataFile, Chunk>;

/**
 * "TWL1", … The columns of the rows have changed: the second form added words of content, the third
 * fingerprints, the fourth the version of the rules for content, the fifth words as bytes. Segments of
 * earlier versions are loaded in their form; only the newest is written.
 */
const MAGICS = [0x54574c31, 0x54574c32, 0x54574c33, 0x54574c34, 0x54574c35] as const;
const [, , , , MAGIC] = MAGICS;
export const NEWEST_FORM = MAGICS.length;
const CHUNK_BYTES = 20;
export const FRAME_BYTES = 4 + FILES.length * CHUNK_BYTES + 4;

export function encodeFrame(frame: Frame): Buffer {
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

/** From 1; 0 if the bytes are no frame. */
export const formOf = (bytes: Buffer): number =>
  bytes.length < 4 ? 0 : MAGICS.findIndex((magic) => magic === bytes.readUInt32LE(0)) + 1;

/** Null if the bytes are not a complete and intact frame. */
export function decodeFrame(bytes: Buffer): Frame | null {
  if (bytes.length < FRAME_BYTES || formOf(bytes) === 0) return null;
  const end = FRAME_BYTES - 4;
  if (crc32(bytes.subarray(0, end)) !== bytes.readUInt32LE(end)) return null;
  const chunkAt = (index: number): Chunk => {
    const at = 4 + index * CHUNK_BYTES;
    return {
      offset: bytes.readUIntLE(at, 6),
      length: bytes.readUIntLE(at + 6, 6),
      rows: bytes.readUInt32LE(at + 12),
      crc: bytes.readUInt32LE(at + 16),
    };
  };
  return { calls: chunkAt(0), observations: chunkAt(1), call_content: chunkAt(2) };
}
