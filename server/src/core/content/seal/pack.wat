;; The core of pack.ts: encodes bytes with one fixed Huffman table. A stream is written from its last byte to its
;; first, so that readers decode it from the first byte to the last.
;;
;; `npm run generate` assembles this file into pack-wasm.ts.
;;
;; The memory begins with an entry of 8 bytes for each byte value: the length of its code in bits 2 | the code 6.
;; pack.ts writes them. A shift uses only the low six bits of its distance, so an entry, or a sum of entries, can be
;; used in place of the lengths in it.
(module
(memory (export "memory") 2)

;; Encodes the bytes from $from to $at as a stream at $to, and returns its end. Up to eight bytes after the end are
;; overwritten. $bits has the bits that are not written yet, $have is their number.
(func $stream (export "stream") (param $from i32) (param $at i32) (param $to i32) (result i32)
  (local $bits i64) (local $have i64) (local $one i64) (local $two i64) (local $three i64) (local $four i64)
  ;; Four bytes at a time: at most 44 bits, and 7 left over from the last round.
  (block $done (loop $each
    (br_if $done (i32.lt_u (i32.sub (local.get $at) (local.get $from)) (i32.const 4)))
    (local.set $at (i32.sub (local.get $at) (i32.const 4)))
    (local.set $one (i64.load (i32.shl (i32.load8_u offset=3 (local.get $at)) (i32.const 3))))
    (local.set $two (i64.load (i32.shl (i32.load8_u offset=2 (local.get $at)) (i32.const 3))))
    (local.set $three (i64.load (i32.shl (i32.load8_u offset=1 (local.get $at)) (i32.const 3))))
    (local.set $four (i64.load (i32.shl (i32.load8_u (local.get $at)) (i32.const 3))))
    (local.set $bits (i64.or (local.get $bits) (i64.shl
      (i64.or
        (i64.or (i64.shr_u (local.get $one) (i64.const 16))
          (i64.shl (i64.shr_u (local.get $two) (i64.const 16)) (local.get $one)))
        (i64.shl
          (i64.or (i64.shr_u (local.get $three) (i64.const 16))
            (i64.shl (i64.shr_u (local.get $four) (i64.const 16)) (local.get $three)))
          (i64.add (local.get $one) (local.get $two))))
      (local.get $have))))
    (local.set $have (i64.and (i64.const 63) (i64.add (local.get $have)
      (i64.add (i64.add (local.get $one) (local.get $two)) (i64.add (local.get $three) (local.get $four))))))
    ;; Whole bytes are written, and up to 7 bits stay.
    (i64.store (local.get $to) (local.get $bits))
    (local.set $to (i32.add (local.get $to) (i32.wrap_i64 (i64.shr_u (local.get $have) (i64.const 3)))))
    (local.set $bits (i64.shr_u (local.get $bits) (i64.and (local.get $have) (i64.const 56))))
    (local.set $have (i64.and (local.get $have) (i64.const 7)))
    (br $each)))
  ;; The last three bytes at most.
  (block $done (loop $each
    (br_if $done (i32.eq (local.get $at) (local.get $from)))
    (local.set $at (i32.sub (local.get $at) (i32.const 1)))
    (local.set $one (i64.load (i32.shl (i32.load8_u (local.get $at)) (i32.const 3))))
    (local.set $bits (i64.or (local.get $bits)
      (i64.shl (i64.shr_u (local.get $one) (i64.const 16)) (local.get $have))))
    (local.set $have (i64.and (i64.const 63) (i64.add (local.get $have) (local.get $one))))
    (br $each)))
  ;; The final bit, which tells readers where the stream begins.
  (i64.store (local.get $to) (i64.or (local.get $bits) (i64.shl (i64.const 1) (local.get $have))))
  (i32.add (local.get $to) (i32.wrap_i64 (i64.shr_u (i64.add (local.get $have) (i64.const 8)) (i64.const 3)))))
)
