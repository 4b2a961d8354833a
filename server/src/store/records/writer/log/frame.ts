// One commit as the log notes it: which bytes of which data file belong to it, with their checksums, and a checksum over
// the note itself. What a frame does not cover was never acknowledged.
import { crc32 } from 'node:zlib';

export const FILES = ['calls', 'observations', 'call_content'] as const;
export type DataFile = (typeof FILES)[number];

export interface Chunk {
  /** Where in the data file the bytes begin. */
  offset: number;
  length: number;
  rows: number;
  crc: number;
}

export type Frame = Record<DataFile, Chunk>;

/**
 * "TWL1", … The columns of the rows have changed: with the second form content got words, with the third came fingerprints,
 * with the fourth the version of the rules for content, with the fifth the words as bytes. A segment that an earlier version left is loaded as it was written; only the newest form is written.
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

/** From 1; 0 when the bytes are no frame. */
export const formOf = (bytes: Buffer): number =>
  bytes.length < 4 ? 0 : MAGICS.findIndex((magic) => magic === bytes.readUInt32LE(0)) + 1;

/** Null when the bytes are not a whole frame as it was written. */
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
