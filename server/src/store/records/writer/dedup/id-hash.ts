// The 64-bit hash under which `call_ids` keeps an id: computed by the engine when rows arrive and by ingest
// when it looks for duplicates, so both must agree for ever (id-hash.engine.test.ts). Two 32-bit hashes that
// JavaScript computes without BigInt, MurmurHash3 above xxHash32, over the id's UTF-8 bytes.

/** The same hash as SQL over a column or expression. */
export const idHashSql = (column: string): string =>
  `bitOr(bitShiftLeft(toUInt64(murmurHash3_32(${column})), 32), toUInt64(xxHash32(${column})))`;

export interface IdHash {
  high: number;
  low: number;
}

const encoder = new TextEncoder();
// Grows for an id that is longer than ingest allows (256 characters of at most 3 bytes).
let bytes = new Uint8Array(1024);
let view = new DataView(bytes.buffer);

export function hashId(id: string): IdHash {
  if (id.length * 3 > bytes.length) {
    bytes = new Uint8Array(id.length * 3);
    view = new DataView(bytes.buffer);
  }
  const length = isWritten(id) ? id.length : encoder.encodeInto(id, bytes).written;
  return { high: murmur3(bytes, view, length), low: xxHash32(bytes, view, length) };
}

/** False if the id has other characters than ASCII. Nearly all are ASCII and short. */
function isWritten(id: string): boolean {
  const target = bytes;
  for (let index = 0; index < id.length; index += 1) {
    const code = id.charCodeAt(index);
    if (code > 127) return false;
    target[index] = code;
  }
  return true;
}

/** As a query parameter of type UInt64. */
export const idHashText = ({ high, low }: IdHash): string => ((BigInt(high) << 32n) | BigInt(low)).toString();

const at = (data: Uint8Array, index: number): number => data[index] ?? 0;

const rotate = (value: number, bits: number): number => (value << bits) | (value >>> (32 - bits));

function murmur3(data: Uint8Array, words: DataView, length: number): number {
  const mix = (k: number): number => Math.imul(rotate(Math.imul(k, 0xcc9e2d51), 15), 0x1b873593);
  const end = length & ~3;
  let hash = 0;
  for (let index = 0; index < end; index += 4) {
    hash = (Math.imul(rotate(hash ^ mix(words.getInt32(index, true)), 13), 5) + 0xe6546b64) | 0;
  }
  let tail = 0;
  for (let index = length - 1; index >= end; index--) tail = (tail << 8) | at(data, index);
  if (length > end) hash ^= mix(tail);
  hash ^= length;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const PRIME1 = 0x9e3779b1;
const PRIME2 = 0x85ebca77;
const PRIME3 = 0xc2b2ae3d;
const PRIME4 = 0x27d4eb2f;
const PRIME5 = 0x165667b1;

function xxHash32(data: Uint8Array, words: DataView, length: number): number {
  const round = (lane: number, input: number): number =>
    Math.imul(rotate((lane + Math.imul(input, PRIME2)) | 0, 13), PRIME1);
  let index = 0;
  let hash = PRIME5;
  if (length >= 16) {
    let a = (PRIME1 + PRIME2) | 0;
    let b = PRIME2 | 0;
    let c = 0;
    let d = -PRIME1 | 0;
    for (; index <= length - 16; index += 16) {
      a = round(a, words.getInt32(index, true));
      b = round(b, words.getInt32(index + 4, true));
      c = round(c, words.getInt32(index + 8, true));
      d = round(d, words.getInt32(index + 12, true));
    }
    hash = (rotate(a, 1) + rotate(b, 7) + rotate(c, 12) + rotate(d, 18)) | 0;
  }
  hash = (hash + length) | 0;
  for (; index <= length - 4; index += 4) {
    hash = Math.imul(rotate((hash + Math.imul(words.getInt32(index, true), PRIME3)) | 0, 17), PRIME4);
  }
  for (; index < length; index++) {
    hash = Math.imul(rotate((hash + Math.imul(at(data, index), PRIME5)) | 0, 11), PRIME1);
  }
  hash = Math.imul(hash ^ (hash >>> 15), PRIME2);
  hash = Math.imul(hash ^ (hash >>> 13), PRIME3);
  return (hash ^ (hash >>> 16)) >>> 0;
}
