// Compresses short content into a zstd frame that uses one fixed Huffman table and no references to earlier
// text. zstd itself can read it. For a few kilobytes, zstd takes 19 to 39 µs to build its own table and to
// search for repetitions, and saves little more (docs/adr/0043-content-in-webassembly.md).
import { once } from '#lib/later';
import { runWasm, type WasmMemory } from '#lib/wasm';
import { PACK_WASM } from './pack-wasm.ts';

/**
 * The table in the form of a frame, and the length of the code of each byte in bits, in hexadecimal. Both
 * describe the same table; pack.test.ts checks that they agree. It was built from English prose, Markdown,
 * JSON and source code, with a little text in other scripts.
 */
const TREE = Buffer.from(
  'PhCwM006MEzhAwhShiAIohRAdPo/tbeWSNmRbEn2xyWWSNrXdAD80aEK6wkNubDQMDAw0No2kvy3AkgSACB4',
  'base64',
);
const LENGTHS =
  'bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb3b68bbb7778b6867777999999979b9ab' +
  'b9a9a9bbb9bbaaaa9b998bbabbbb6bbab5756467659856456954467787b8b8bb' +
  '8babbbbbbbbbbbbbbbbb8bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb' +
  'bbb9bbbbbbbbbbbbabbbbbbbbbbbbbbbbb8abbbbbbbbbbbbbbbbbbbbbbbbbbbb';

/** A smaller frame would save nothing, and would encode its size in another form. */
const MIN_BYTES = 384;
/** The maximum length of a text: its size and the size of its frame have 14 bits each. */
export const MAX_PACKED_CHARACTERS = 4_096;
const MAX_BYTES = 0x3fff;

// A frame with one block: magic 4 | descriptor 1 | size 2 | block 3 | literals 4 | table | sizes of three
// streams 6 | four streams | no sequences 1
const MAGIC = 0xfd2f_b528;
const SINGLE_SEGMENT = 0x60; // the size follows in two bytes, minus 256
const SIZE_AT = 5;
const BLOCK_AT = 7;
const LITERALS_AT = 10;
const TREE_AT = 14;
const STREAMS_AT = TREE_AT + TREE.length + 6;
const LAST_COMPRESSED_BLOCK = 1 | (2 << 1);
const FOUR_STREAMS = 2 | (2 << 2);

/** The memory of pack.wat begins with an entry for each byte value: length of the code in bits 2 | code 6. */
const ENTRY = 8;
const TEXT = 256 * ENTRY;
const FRAME = TEXT + MAX_PACKED_CHARACTERS * 3 + 16;

interface PackExports {
  memory: WasmMemory;
  /**
   * Encodes the bytes from `from` to `end` as a stream at `to`, and returns its end. Up to eight bytes after
   * the end are overwritten.
   */
  stream: (from: number, end: number, to: number) => number;
}

/** Opened for the first content. */
const packer = once(() => {
  const { memory, stream } = runWasm(PACK_WASM) as PackExports;
  const bytes = Buffer.from(memory.buffer);
  writeCodes(bytes);
  bytes.writeUInt32LE(MAGIC, FRAME);
  bytes[FRAME + 4] = SINGLE_SEGMENT;
  TREE.copy(bytes, FRAME + TREE_AT);
  return { bytes, stream };
});

/** The codes follow from their lengths: the longest come first, those of the same length in the order of their bytes. */
function writeCodes(bytes: Buffer): void {
  const lengths = Array.from(LENGTHS, (digit) => Number.parseInt(digit, 16));
  let code = 0;
  for (let length = Math.max(...lengths); length > 0; length -= 1) {
    for (const [byte, own] of lengths.entries()) {
      if (own !== length) continue;
      bytes.writeUInt16LE(length, byte * ENTRY);
      bytes.writeUInt32LE(code, byte * ENTRY + 2);
      code += 1;
    }
    code >>>= 1;
  }
}

export interface Packed {
  /** Valid until the next text is packed. */
  bytes: Buffer;
  /** False if the bytes are plain text, because a frame would be longer. */
  isFrame: boolean;
}

/** For texts of at most `MAX_PACKED_CHARACTERS`. */
export function packContent(text: string): Packed {
  const { bytes } = packer();
  const length = bytes.write(text, TEXT, 'utf8');
  const end = length >= MIN_BYTES ? writeStreams(length) : Infinity;
  const coded = end - FRAME - TREE_AT;
  if (coded > MAX_BYTES || end + 1 - FRAME >= length)
    return { bytes: bytes.subarray(TEXT, TEXT + length), isFrame: false };
  bytes[end] = 0;
  bytes.writeUInt16LE(length - 256, FRAME + SIZE_AT);
  bytes.writeUIntLE(LAST_COMPRESSED_BLOCK | ((end + 1 - FRAME - LITERALS_AT) << 3), FRAME + BLOCK_AT, 3);
  bytes.writeUInt32LE((FOUR_STREAMS | (length << 4) | (coded << 18)) >>> 0, FRAME + LITERALS_AT);
  return { bytes: bytes.subarray(FRAME, end + 1), isFrame: true };
}

function writeStreams(length: number): number {
  const { bytes, stream } = packer();
  const quarter = (length + 3) >> 2;
  let to = FRAME + STREAMS_AT;
  for (let part = 0; part < 4; part += 1) {
    const from = TEXT + part * quarter;
    const end = stream(from, Math.min(from + quarter, TEXT + length), to);
    if (part < 3) bytes.writeUInt16LE(end - to, FRAME + TREE_AT + TREE.length + part * 2);
    to = end;
  }
  return to;
}
