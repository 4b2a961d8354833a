// The core of pack.ts in WebAssembly: encodes bytes with one fixed Huffman table. A stream is written from
// its last byte to its first, so that readers decode it from the first byte to the last.
import { runWasm, type WasmMemory } from '#lib/wasm-text';

/** The memory begins with an entry of eight bytes per byte value: length of the code in bits 2 | code 6. */
const ENTRY = 8;
export const FREE = 256 * ENTRY;
const PAGES = 2;

interface PackExports {
  memory: WasmMemory;
  /**
   * Encodes the bytes from `from` to `end` as a stream at `to`, and returns its end. Up to eight bytes after
   * the end are overwritten.
   */
  stream: (from: number, end: number, to: number) => number;
}

const entryOf = (byte: number): string =>
  `(i64.load (i32.shl (i32.load8_u offset=${byte} (local.get $at)) (i32.const 3)))`;
const codeOf = (entry: string): string => `(i64.shr_u (local.get ${entry}) (i64.const 16))`;

// A shift uses only the low six bits of its distance, so an entry, or a sum of entries, can be used in place
// of the lengths in it.
const SOURCE = `(module
(memory (export "memory") ${PAGES})

(func $stream (export "stream") (param $from i32) (param $at i32) (param $to i32) (result i32)
  (local $bits i64) (local $have i64) (local $one i64) (local $two i64) (local $three i64) (local $four i64)
  ;; Four bytes at a time: at most 44 bits, and 7 left over from the last round.
  (block $done (loop $each
    (br_if $done (i32.lt_u (i32.sub (local.get $at) (local.get $from)) (i32.const 4)))
    (local.set $at (i32.sub (local.get $at) (i32.const 4)))
    (local.set $one ${entryOf(3)})
    (local.set $two ${entryOf(2)})
    (local.set $three ${entryOf(1)})
    (local.set $four ${entryOf(0)})
    (local.set $bits (i64.or (local.get $bits) (i64.shl
      (i64.or
        (i64.or ${codeOf('$one')} (i64.shl ${codeOf('$two')} (local.get $one)))
        (i64.shl
          (i64.or ${codeOf('$three')} (i64.shl ${codeOf('$four')} (local.get $three)))
          (i64.add (local.get $one) (local.get $two))))
      (local.get $have))))
    (local.set $have (i64.and (i64.const 63) (i64.add (local.get $have)
      (i64.add (i64.add (local.get $one) (local.get $two)) (i64.add (local.get $three) (local.get $four))))))
    (i64.store (local.get $to) (local.get $bits))
    (local.set $to (i32.add (local.get $to) (i32.wrap_i64 (i64.shr_u (local.get $have) (i64.const 3)))))
    (local.set $bits (i64.shr_u (local.get $bits) (i64.and (local.get $have) (i64.const 56))))
    (local.set $have (i64.and (local.get $have) (i64.const 7)))
    (br $each)))
  (block $done (loop $each
    (br_if $done (i32.eq (local.get $at) (local.get $from)))
    (local.set $at (i32.sub (local.get $at) (i32.const 1)))
    (local.set $one ${entryOf(0)})
    (local.set $bits (i64.or (local.get $bits) (i64.shl ${codeOf('$one')} (local.get $have))))
    (local.set $have (i64.and (i64.const 63) (i64.add (local.get $have) (local.get $one))))
    (br $each)))
  ;; The final bit, which tells readers where the stream begins.
  (i64.store (local.get $to) (i64.or (local.get $bits) (i64.shl (i64.const 1) (local.get $have))))
  (i32.add (local.get $to) (i32.wrap_i64 (i64.shr_u (i64.add (local.get $have) (i64.const 8)) (i64.const 3)))))
)`;

/** `lengths` has the length of the code of each byte, in bits. The codes follow from the lengths. */
export function openPack(lengths: readonly number[]): PackExports {
  const pack = runWasm(SOURCE) as PackExports;
  const view = new DataView(pack.memory.buffer);
  // The longest codes come first. Codes of the same length are in the order of their bytes.
  let code = 0;
  for (let length = Math.max(...lengths); length > 0; length -= 1) {
    for (const [byte, own] of lengths.entries()) {
      if (own !== length) continue;
      view.setUint16(byte * ENTRY, length, true);
      view.setUint32(byte * ENTRY + 2, code, true);
      code += 1;
    }
    code >>>= 1;
  }
  return pack;
}
