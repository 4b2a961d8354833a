// The part of scan-module.ts that sorts the hashes of a record, as source of functions of that module.

// For the sort: the number of hashes with each byte value, then the position of the next one.
const COUNT_BYTES = 1_024;
const MIDDLE = 0x100;
const HIGH = MIDDLE + COUNT_BYTES;

/** Counts one byte of `$hash`. */
const countByte = (counts: number, shift: number): string => `
    (local.set $count (i32.add (i32.const ${counts}) (i32.and (i32.const 0x3fc)
      (i32.shr_u (local.get $hash) (i32.const ${shift - 2})))))
    (i32.store (local.get $count) (i32.add (i32.load (local.get $count)) (i32.const 1)))`;

/**
 * Replaces the count at `$at` with the position where these hashes begin. The two sums are interleaved,
 * because each step of a sum waits for the one before.
 */
const startOf = (place: string, counts: number): string => `
    (local.set $had (i32.load offset=${counts} (local.get $at)))
    (i32.store offset=${counts} (local.get $at) (local.get ${place}))
    (local.set ${place} (i32.add (local.get ${place}) (i32.shl (local.get $had) (i32.const 2))))`;

/** `hashes` is where the hashes begin. They end at the global `$top`, and there is room for one more. */
export const sortSource = (
  hashes: number,
): string => `;; A radix sort of 24-bit numbers by their upper 16 bits, without a branch that depends on a number. Few
;; numbers share these bits; they are put in order at the end.
(func $sorted (export "sorted") (param $room i32) (result i32)
  (local $at i32) (local $hash i32) (local $end i32) (local $last i32) (local $count i32)
  (memory.fill (i32.const ${MIDDLE}) (i32.const 0) (i32.const ${2 * COUNT_BYTES}))
  (local.set $at (i32.const ${hashes}))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (global.get $top)))
    (local.set $hash (i32.load (local.get $at)))
    ${countByte(MIDDLE, 8)}${countByte(HIGH, 16)}
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $each)))
  (call $starts (local.get $room) (i32.const ${hashes}))
  (local.set $end (i32.add (local.get $room) (i32.sub (global.get $top) (i32.const ${hashes}))))
  (call $spread (i32.const ${hashes}) (global.get $top) (i32.const ${MIDDLE}) (i32.const 8))
  (call $spread (local.get $room) (local.get $end) (i32.const ${HIGH}) (i32.const 16))
  (local.set $end (global.get $top))
  (i32.store (local.get $end) (i32.const -1))
  (local.set $at (i32.const ${hashes}))
  (local.set $room (i32.const ${hashes - 3}))
  (local.set $last (i32.const -1))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $hash (i32.load (local.get $at)))
    (if (i32.lt_u (i32.xor (local.get $hash) (i32.load offset=4 (local.get $at))) (i32.const 256))
      (then
        (call $arrange (local.get $at))
        (local.set $hash (i32.load (local.get $at)))))
    ;; A duplicate overwrites itself.
    (local.set $room (i32.add (local.get $room) (i32.mul (i32.const 3) (i32.ne (local.get $hash) (local.get $last)))))
    (i32.store8 (local.get $room) (i32.shr_u (local.get $hash) (i32.const 16)))
    (i32.store8 offset=1 (local.get $room) (i32.shr_u (local.get $hash) (i32.const 8)))
    (i32.store8 offset=2 (local.get $room) (local.get $hash))
    (local.set $last (local.get $hash))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $each)))
  (i32.sub (local.get $room) (i32.const ${hashes - 3})))

;; Moves the smallest of the numbers that share the upper bits of the one at $to there.
(func $arrange (param $to i32) (local $first i32) (local $at i32) (local $hash i32)
  (local.set $first (i32.load (local.get $to)))
  (local.set $at (local.get $to))
  (block $done (loop $each
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (local.set $hash (i32.load (local.get $at)))
    (br_if $done (i32.ge_u (i32.xor (local.get $hash) (local.get $first)) (i32.const 256)))
    (if (i32.lt_u (local.get $hash) (local.get $first))
      (then
        (i32.store (local.get $at) (local.get $first))
        (local.set $first (local.get $hash))))
    (br $each)))
  (i32.store (local.get $to) (local.get $first)))

(func $starts (param $middle i32) (param $high i32) (local $at i32) (local $had i32)
  (loop $each${startOf('$middle', MIDDLE)}${startOf('$high', HIGH)}
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $each (i32.lt_u (local.get $at) (i32.const ${COUNT_BYTES})))))

(func $spread (param $from i32) (param $end i32) (param $starts i32) (param $shift i32) (local $hash i32) (local $start i32) (local $to i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
    (local.set $hash (i32.load (local.get $from)))
    (local.set $start (i32.add (local.get $starts)
      (i32.shl (i32.and (i32.shr_u (local.get $hash) (local.get $shift)) (i32.const 255)) (i32.const 2))))
    (local.set $to (i32.load (local.get $start)))
    (i32.store (local.get $start) (i32.add (local.get $to) (i32.const 4)))
    (i32.store (local.get $to) (local.get $hash))
    (local.set $from (i32.add (local.get $from) (i32.const 4)))
    (br $each))))`;
