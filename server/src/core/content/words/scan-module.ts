// The core of the word index, in WebAssembly: it reads 16 bytes of text in one step, and folds, looks up and
// compares a word of up to 16 bytes as one value. The same work in JavaScript, byte by byte, took a third of
// the time that it takes to prepare a call.
//
// 1. `scan` folds ASCII in place and records where words begin and end. Non-ASCII bytes belong to the word
//    that they touch, except punctuation, which is blanked first.
// 2. Each word is looked up in a table of recent words under the current key. A known word is stored with its
//    hash. An unknown one is added to a list of blocks, which the caller encrypts and returns (`learn`).
// 3. `sorted` sorts the hashes, removes duplicates and writes them as bytes.
//
// A word with non-ASCII characters is passed out unchanged (`odd`), and comes back folded and hashed (`add`).
import { runWasm, type WasmMemory } from '#lib/wasm-text';
import { sortSource } from './sort-source.ts';

/**
 * The layout of the memory. The part from `HASHES` on grows: the hashes of a record, then its text, then the
 * positions of its words.
 */
export const BLOCKS = 0x1000;
const MAX_BLOCKS = 1_024;
const PLACES = 0x5000; // for each block: the address of the word in the table, and the number of the block
const TABLE = 0x1_0000;
/**
 * Pairs of words, 1 MB in all. The less recently used word of a pair is evicted. With half the size and a
 * vocabulary of 5,000 words, each record has five words that were evicted, so each record needs AES. With
 * twice the size, look-ups cost more than that.
 */
const PAIR_BITS = 14;
const PAIRS = 1 << PAIR_BITS;
/** Word 16 | its hash 4 | last record that contained it 4 | number of its block 4 | unused 4. */
const ENTRY = 32;
/**
 * Words that were evicted, so that a word which shares its pair with two others need not be encrypted again.
 * It is read only for words that the pairs do not have.
 */
const EVICTED = TABLE + PAIRS * 2 * ENTRY;
const EVICTED_BITS = 14;
export const HASHES = EVICTED + (1 << EVICTED_BITS) * ENTRY;
/** Bytes after the text that may be read beyond its end. */
export const PADDING = 96;
/** Each byte of text may be a position where a word begins or ends. */
export const PLACE_BYTES = 4;

const LONGEST = 16;

interface ScanExports {
  memory: WasmMemory;
  /** Begins a record. Words that were last used in `forgotten` or an earlier record count as unknown. */
  begin(record: number, forgotten: number): void;
  /** With `tells`, words are passed to `tell` one by one instead of being looked up. */
  scan(from: number, end: number, ascii: number, tells: number): void;
  add(one: number, two: number, length: number): void;
  blocks(): number;
  /** Called when the blocks have been encrypted in place. */
  learn(): void;
  hashes(): number;
  /**
   * Sorts with the help of `room`, which must be as large as the hashes, and returns the number of bytes at
   * `HASHES`.
   */
  sorted(room: number): number;
  clear(): void;
}

interface ScanImports {
  odd: (from: number, end: number) => void;
  tell: (one: number, two: number, length: number) => void;
  /** Called when the list is full; `learn` must be called then. */
  full: () => void;
}

// These snippets are expanded in place, because the engine does not inline small functions and would make a
// call for each word or hash.
/** Hashes `$word` by a multiplication that brings all its bytes into the upper bits. */
const PAIR = `(i32.add (i32.const ${TABLE}) (i32.and (i32.const ${(PAIRS - 1) * 2 * ENTRY})
      (i32.wrap_i64 (i64.shr_u
        (i64.add
          (i64.mul (i64x2.extract_lane 0 (local.get $word)) (i64.const 0x9e3779b97f4a7c15))
          (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f)))
        (i64.const ${64 - PAIR_BITS - Math.log2(2 * ENTRY)})))))`;
/** The same for `EVICTED`, by other bits. */
const evictedPlace = (word: string): string =>
  `(i32.add (i32.const ${EVICTED}) (i32.and (i32.const ${((1 << EVICTED_BITS) - 1) * ENTRY})
      (i32.wrap_i64 (i64.shr_u
        (i64.add
          (i64.mul (i64x2.extract_lane 0 (local.get ${word})) (i64.const 0x9e3779b97f4a7c15))
          (i64.mul (i64x2.extract_lane 1 (local.get ${word})) (i64.const 0xc2b2ae3d27d4eb4f)))
        (i64.const 24)))))`;
/** The second entry of `$pair` if it has `$word`, else the first. */
const ENTRY_OF_PAIR = `(i32.add (local.get $pair) (i32.shl
      (i32.eqz (v128.any_true (v128.xor (local.get $word) (v128.load offset=${ENTRY} (local.get $pair)))))
      (i32.const 5)))`;
const SOURCE = `(module
(import "js" "odd" (func $odd (param i32 i32)))
(import "js" "tell" (func $tell (param i32 i32 i32)))
(import "js" "full" (func $full))
(memory (export "memory") ${HASHES / 65_536 + 8})
(global $record (mut i32) (i32.const 0))
(global $forgotten (mut i32) (i32.const 0))
(global $top (mut i32) (i32.const ${HASHES}))
(global $blocks (mut i32) (i32.const 0))
(global $number (mut i32) (i32.const 0))

(func $begin (export "begin") (param $record i32) (param $forgotten i32)
  (global.set $record (local.get $record))
  (global.set $forgotten (local.get $forgotten))
  (global.set $top (i32.const ${HASHES}))
  (global.set $blocks (i32.const 0))
  ;; The mask that cuts a word out of 16 bytes: loaded from address 16 - n, its first n bytes are ones.
  (v128.store (i32.const 0) (i8x16.splat (i32.const 255))))

(func $clear (export "clear") (memory.fill (i32.const ${TABLE}) (i32.const 0) (i32.const ${HASHES - TABLE})))
(func $blocksNow (export "blocks") (result i32) (global.get $blocks))
(func $hashesNow (export "hashes") (result i32)
  (i32.shr_u (i32.sub (global.get $top) (i32.const ${HASHES})) (i32.const 2)))

;; Folds 16 bytes. Returns a bit for each byte that belongs to a word.
(func $fold (param $at i32) (result i64) (local $bytes v128) (local $folded v128)
  (local.set $bytes (v128.load (local.get $at)))
  (local.set $folded (v128.or (local.get $bytes)
    (v128.and (i8x16.splat (i32.const 32))
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 65))) (i8x16.splat (i32.const 26))))))
  (v128.store (local.get $at) (local.get $folded))
  (i64.extend_i32_u (i8x16.bitmask
    (v128.or
      (v128.or
        (i8x16.lt_u (i8x16.sub (local.get $folded) (i8x16.splat (i32.const 97))) (i8x16.splat (i32.const 26)))
        (i8x16.lt_u (i8x16.sub (local.get $folded) (i8x16.splat (i32.const 48))) (i8x16.splat (i32.const 10))))
      (v128.or (i8x16.eq (local.get $folded) (i8x16.splat (i32.const 95))) (local.get $folded))))))

;; Blanks dashes, quotes and spaces between U+2000 and U+206F, and the no-break space.
;; Nearly every English text has some.
(func $blank (param $at i32) (param $end i32) (local $bits i32) (local $place i32) (local $byte i32) (local $next i32)
  (loop $some
    (local.set $bits (i8x16.bitmask (v128.load (local.get $at))))
    (block $done (loop $each
      (br_if $done (i32.eqz (local.get $bits)))
      (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $bits))))
      (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
      (local.set $byte (i32.load8_u (local.get $place)))
      (local.set $next (i32.load8_u offset=1 (local.get $place)))
      (if (i32.and (i32.eq (local.get $byte) (i32.const 0xe2))
          (i32.or (i32.eq (local.get $next) (i32.const 0x80))
            (i32.and (i32.eq (local.get $next) (i32.const 0x81))
              (i32.lt_u (i32.load8_u offset=2 (local.get $place)) (i32.const 0xb0)))))
        (then
          (i32.store16 (local.get $place) (i32.const 0x2020))
          (i32.store8 offset=2 (local.get $place) (i32.const 0x20))))
      (if (i32.and (i32.eq (local.get $byte) (i32.const 0xc2)) (i32.eq (local.get $next) (i32.const 0xa0)))
        (then (i32.store16 (local.get $place) (i32.const 0x2020))))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $some (i32.lt_u (local.get $at) (local.get $end)))))

(func $scan (export "scan") (param $from i32) (param $end i32) (param $ascii i32) (param $tells i32)
  (local $at i32) (local $places i32) (local $to i32) (local $bits i64) (local $before i64) (local $turns i64)
  (if (i32.eqz (local.get $ascii)) (then (call $blank (local.get $from) (local.get $end))))
  (v128.store (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=16 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=32 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=48 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=64 (local.get $end) (i8x16.splat (i32.const 32)))
  (local.set $places (i32.add (local.get $end) (i32.const ${PADDING})))
  (local.set $to (local.get $places))
  (local.set $at (local.get $from))
  (loop $some
    (local.set $bits (i64.or
      (i64.or (call $fold (local.get $at))
        (i64.shl (call $fold (i32.add (local.get $at) (i32.const 16))) (i64.const 16)))
      (i64.or (i64.shl (call $fold (i32.add (local.get $at) (i32.const 32))) (i64.const 32))
        (i64.shl (call $fold (i32.add (local.get $at) (i32.const 48))) (i64.const 48)))))
    ;; A bit where a word begins, and one after its end.
    (local.set $turns (i64.xor (local.get $bits) (i64.or (i64.shl (local.get $bits) (i64.const 1)) (local.get $before))))
    (local.set $before (i64.shr_u (local.get $bits) (i64.const 63)))
    (block $done (loop $each
      (br_if $done (i64.eqz (local.get $turns)))
      (i32.store (local.get $to) (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $turns)))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $turns (i64.and (local.get $turns) (i64.sub (local.get $turns) (i64.const 1))))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 64)))
    (br_if $some (i32.le_u (local.get $at) (local.get $end))))
  (if (local.get $tells)
    (then (call $tellEach (local.get $places) (local.get $to)))
    (else (call $meetEach (local.get $places) (local.get $to)))))

(func $meetEach (param $next i32) (param $end i32)
  (local $from i32) (local $length i32) (local $word v128) (local $pair i32) (local $entry i32) (local $met i32) (local $top i32)
  (local $rare i32) (local $left i32) (local $record i32) (local $forgotten i32)
  (local.set $top (global.get $top))
  (local.set $record (global.get $record))
  (local.set $forgotten (global.get $forgotten))
  (local.set $rare (local.get $next))
  (local.set $left (local.get $next))
  ;; Known words of up to 16 bytes. Others are put aside in the list that is read here: a call in this loop
  ;; would make the engine keep its variables in memory.
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $next) (local.get $end)))
    (local.set $from (i32.load (local.get $next)))
    (local.set $length (i32.sub (i32.load offset=4 (local.get $next)) (local.get $from)))
    (local.set $next (i32.add (local.get $next) (i32.const 8)))
    (if (i32.le_u (local.get $length) (i32.const ${LONGEST}))
      (then
        (local.set $word (v128.and (v128.load (local.get $from)) (v128.load (i32.sub (i32.const 16) (local.get $length)))))
        (local.set $pair ${PAIR})
        (local.set $entry ${ENTRY_OF_PAIR})
        (local.set $met (i32.load offset=20 (local.get $entry)))
        (if (i32.eqz (i32.or
            (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $entry))))
            (i32.le_s (local.get $met) (local.get $forgotten))))
          (then
            (i32.store offset=20 (local.get $entry) (local.get $record))
            ;; A word counts once per record, and a single letter is not a word. A branch would be mispredicted.
            (i32.store (local.get $top) (i32.load offset=16 (local.get $entry)))
            (local.set $top (i32.add (local.get $top) (i32.shl
              (i32.and (i32.lt_s (local.get $met) (local.get $record)) (i32.gt_u (local.get $length) (i32.const 1)))
              (i32.const 2))))
            (br $each)))))
    (i32.store (local.get $left) (local.get $from))
    (i32.store offset=4 (local.get $left) (local.get $length))
    (local.set $left (i32.add (local.get $left) (i32.const 8)))
    (br $each)))
  (global.set $top (local.get $top))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $rare) (local.get $left)))
    (call $meet (i32.load (local.get $rare)) (i32.load offset=4 (local.get $rare)))
    (local.set $rare (i32.add (local.get $rare) (i32.const 8)))
    (br $each))))

(func $meet (param $from i32) (param $length i32)
  (local $word v128) (local $pair i32) (local $entry i32) (local $met i32)
  (if (i32.gt_u (local.get $length) (i32.const ${LONGEST}))
    (then
      (call $long (local.get $from) (i32.add (local.get $from) (local.get $length)) (i32.const 0))
      (return)))
  (local.set $word (v128.and (v128.load (local.get $from)) (v128.load (i32.sub (i32.const 16) (local.get $length)))))
  (if (i8x16.bitmask (local.get $word))
    (then
      (call $odd (local.get $from) (i32.add (local.get $from) (local.get $length)))
      (return)))
  (local.set $pair ${PAIR})
  (local.set $entry ${ENTRY_OF_PAIR})
  (local.set $met (i32.load offset=20 (local.get $entry)))
  (if (i32.or
      (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $entry))))
      (i32.le_s (local.get $met) (global.get $forgotten)))
    (then
      (call $unknown (local.get $pair) (local.get $word) (local.get $from) (local.get $length))
      (return)))
  ;; Known by now: it occurs twice, or an invalid entry that hid it was replaced.
  (i32.store offset=20 (local.get $entry) (global.get $record))
  (i32.store (global.get $top) (i32.load offset=16 (local.get $entry)))
  (global.set $top (i32.add (global.get $top) (i32.shl
    (i32.and (i32.lt_s (local.get $met) (global.get $record)) (i32.gt_u (local.get $length) (i32.const 1)))
    (i32.const 2)))))

(func $tellEach (param $next i32) (param $end i32) (local $from i32) (local $to i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $next) (local.get $end)))
    (local.set $from (i32.load (local.get $next)))
    (local.set $to (i32.load offset=4 (local.get $next)))
    (local.set $next (i32.add (local.get $next) (i32.const 8)))
    (call $long (local.get $from) (local.get $to) (i32.const 1))
    (br $each))))

;; Replaces the less recently used entry of the pair. The new one has its hash if it was evicted before, else 0.
(func $place (param $pair i32) (param $word v128) (result i32)
  (local $entry i32) (local $old v128) (local $evicted i32) (local $hash i32)
  (local.set $entry (i32.add (local.get $pair) (i32.shl
    (i32.gt_s (i32.load offset=20 (local.get $pair)) (i32.load offset=${ENTRY + 20} (local.get $pair)))
    (i32.const 5))))
  (local.set $evicted ${evictedPlace('$word')})
  (if (i32.eqz (i32.or
      (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $evicted))))
      (i32.le_s (i32.load offset=20 (local.get $evicted)) (global.get $forgotten))))
    (then (local.set $hash (i32.load offset=16 (local.get $evicted)))))
  ;; An entry without a hash waits for it, or is a single letter.
  (if (i32.load offset=16 (local.get $entry))
    (then
      (local.set $old (v128.load (local.get $entry)))
      (local.set $evicted ${evictedPlace('$old')})
      (v128.store (local.get $evicted) (local.get $old))
      (v128.store offset=16 (local.get $evicted) (v128.load offset=16 (local.get $entry)))))
  (v128.store (local.get $entry) (local.get $word))
  (i32.store offset=16 (local.get $entry) (local.get $hash))
  (i32.store offset=20 (local.get $entry) (global.get $record))
  (i32.store offset=24 (local.get $entry) (i32.const 0))
  (local.get $entry))

;; Counts a new entry if it has its hash.
(func $recalled (param $entry i32) (result i32)
  (i32.store (global.get $top) (i32.load offset=16 (local.get $entry)))
  (if (i32.eqz (i32.load offset=16 (local.get $entry))) (then (return (i32.const 0))))
  (global.set $top (i32.add (global.get $top) (i32.const 4)))
  (i32.const 1))

(func $unknown (param $pair i32) (param $word v128) (param $from i32) (param $length i32)
  (local $entry i32) (local $one i32) (local $two i32) (local $end i32)
  (local.set $entry (call $place (local.get $pair) (local.get $word)))
  (if (i32.lt_u (local.get $length) (i32.const 2)) (then (return)))
  (if (call $recalled (local.get $entry)) (then (return)))
  (local.set $end (i32.add (local.get $from) (local.get $length)))
  (local.set $one (i32.const 0x811c9dc5))
  (loop $each
    (local.set $one (i32.mul (i32.xor (local.get $one) (i32.load8_u (local.get $from))) (i32.const 0x01000193)))
    (local.set $two (i32.add (i32.mul (local.get $two) (i32.const 31)) (i32.load8_u (local.get $from))))
    (local.set $from (i32.add (local.get $from) (i32.const 1)))
    (br_if $each (i32.lt_u (local.get $from) (local.get $end))))
  (call $block (local.get $entry) (local.get $one) (local.get $two) (local.get $length)))

;; Hashes a word of any length, byte by byte.
(func $long (param $from i32) (param $end i32) (param $tells i32)
  (local $at i32) (local $byte i32) (local $one i32) (local $two i32)
  (local.set $one (i32.const 0x811c9dc5))
  (local.set $at (local.get $from))
  (loop $each
    (local.set $byte (i32.load8_u (local.get $at)))
    (if (i32.gt_u (local.get $byte) (i32.const 127))
      (then (call $odd (local.get $from) (local.get $end)) (return)))
    (local.set $one (i32.mul (i32.xor (local.get $one) (local.get $byte)) (i32.const 0x01000193)))
    (local.set $two (i32.add (i32.mul (local.get $two) (i32.const 31)) (local.get $byte)))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br_if $each (i32.lt_u (local.get $at) (local.get $end))))
  (local.set $at (i32.sub (local.get $end) (local.get $from)))
  (if (i32.lt_u (local.get $at) (i32.const 2)) (then (return)))
  (if (local.get $tells)
    (then (call $tell (local.get $one) (local.get $two) (local.get $at)))
    (else (call $add (local.get $one) (local.get $two) (local.get $at)))))

;; Adds a word by its two fast hashes. Its entry ends with non-ASCII bytes, unlike that of any short word.
(func $add (export "add") (param $one i32) (param $two i32) (param $length i32)
  (local $word v128) (local $pair i32) (local $entry i32) (local $met i32)
  (local.set $word (i32x4.replace_lane 2 (i32x4.replace_lane 1 (i32x4.replace_lane 0
    (i32x4.splat (i32.const -1)) (local.get $one)) (local.get $two)) (local.get $length)))
  (local.set $pair ${PAIR})
  (local.set $entry ${ENTRY_OF_PAIR})
  (local.set $met (i32.load offset=20 (local.get $entry)))
  (if (i32.or
      (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $entry))))
      (i32.le_s (local.get $met) (global.get $forgotten)))
    (then
      (local.set $entry (call $place (local.get $pair) (local.get $word)))
      (if (i32.eqz (call $recalled (local.get $entry)))
        (then (call $block (local.get $entry) (local.get $one) (local.get $two) (local.get $length))))
      (return)))
  (i32.store offset=20 (local.get $entry) (global.get $record))
  (i32.store (global.get $top) (i32.load offset=16 (local.get $entry)))
  (global.set $top (i32.add (global.get $top) (i32.shl (i32.lt_s (local.get $met) (global.get $record)) (i32.const 2)))))

(func $block (param $entry i32) (param $one i32) (param $two i32) (param $length i32) (local $at i32)
  (if (i32.eq (global.get $blocks) (i32.const ${MAX_BLOCKS})) (then (call $full)))
  (global.set $number (i32.add (global.get $number) (i32.const 1)))
  (i32.store offset=24 (local.get $entry) (global.get $number))
  (local.set $at (i32.shl (global.get $blocks) (i32.const 4)))
  (i32.store offset=${BLOCKS} (local.get $at) (local.get $one))
  (i32.store offset=${BLOCKS + 4} (local.get $at) (local.get $two))
  (i64.store offset=${BLOCKS + 8} (local.get $at) (i64.extend_i32_u (local.get $length)))
  (local.set $at (i32.shl (global.get $blocks) (i32.const 3)))
  (i32.store offset=${PLACES} (local.get $at) (local.get $entry))
  (i32.store offset=${PLACES + 4} (local.get $at) (global.get $number))
  (global.set $blocks (i32.add (global.get $blocks) (i32.const 1))))

(func $learn (export "learn") (local $at i32) (local $hash i32) (local $entry i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (global.get $blocks)))
    (local.set $hash (i32.and (i32.const 0xffffff)
      (i32.load offset=${BLOCKS} (i32.shl (local.get $at) (i32.const 4)))))
    (local.set $entry (i32.load offset=${PLACES} (i32.shl (local.get $at) (i32.const 3))))
    ;; Unless another word has replaced it since.
    (if (i32.eq (i32.load offset=24 (local.get $entry))
        (i32.load offset=${PLACES + 4} (i32.shl (local.get $at) (i32.const 3))))
      (then (i32.store offset=16 (local.get $entry) (local.get $hash))))
    (i32.store (global.get $top) (local.get $hash))
    (global.set $top (i32.add (global.get $top) (i32.const 4)))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br $each)))
  (global.set $blocks (i32.const 0)))

${sortSource(HASHES)})`;

export const openScan = (imports: ScanImports): ScanExports => runWasm(SOURCE, { ...imports }) as ScanExports;
