;; The core of the word index: it reads 16 bytes of text in one step, and folds, looks up and compares a word of
;; up to 16 bytes as one value. The same work in JavaScript, byte by byte, took a third of the time that it takes
;; to prepare a call (docs/adr/0043-content-in-webassembly.md).
;;
;; 1. `scan` folds ASCII in place and records where words begin and end. Non-ASCII bytes belong to the word that
;;    they touch, except punctuation, which is blanked first.
;; 2. Each word is looked up in a table of recent words under the current key. A known word is stored with its
;;    hash. An unknown one is added to a list of blocks, which the caller encrypts and returns (`learn`).
;; 3. `sorted` sorts the hashes, removes duplicates and writes them as bytes.
;;
;; A word with non-ASCII characters is passed out unchanged (`odd`), and comes back folded and hashed (`add`).
;;
;; `npm run generate` assembles this file into scan-wasm.ts. scan-texts.ts uses BLOCKS and HASHES too.
;;
;; The memory:
;;
;;   0x000000            the mask that cuts a word out of 16 bytes
;;   0x000100  MIDDLE    for the sort: 256 counts by the middle byte of a hash, then positions
;;   0x000500  HIGH      the same by its high byte
;;   0x001000  BLOCKS    1,024 blocks of 16 bytes to encrypt: two fast hashes of the word, its length
;;   0x005000  PLACES    for each block: the address of its entry 4 | the number of the block 4
;;   0x010000  TABLE     16,384 pairs of entries, 1 MB. The less recently used word of a pair is evicted. With half
;;                       the size and a vocabulary of 5,000 words, each record has five words that were evicted, so
;;                       each record needs AES. With twice the size, look-ups cost more than that.
;;   0x110000  EVICTED   16,384 entries of evicted words, so that a word which shares its pair with two others need
;;                       not be encrypted again. It is read only for words that the pairs do not have.
;;   0x190000  HASHES    the hashes of a record, 4 bytes each; after them its text, and then the positions of its
;;                       words, 4 bytes each. This part grows.
;;
;; An entry has 32 bytes:
;;
;;   0   the word, 16 bytes, the rest zeros
;;   16  its hash; 0 while it has none
;;   20  the last record that contained it
;;   24  the number of its block
;;
;; The same few instructions look a word up in three functions. They are not a function, because the engine does
;; not inline it, and would make a call for each word.
(module
;; A word with non-ASCII characters: from, end.
(import "js" "odd" (func $odd (param i32 i32)))
;; A word for the caller of `scan` with $emits: its two fast hashes and its length.
(import "js" "emit" (func $emit (param i32 i32 i32)))
;; The list of blocks is full; the caller encrypts it and calls `learn`.
(import "js" "full" (func $full))

(memory (export "memory") 33)

(global $record (mut i32) (i32.const 0))
;; Words that were last used in this record or an earlier one count as unknown.
(global $forgotten (mut i32) (i32.const 0))
;; The end of the hashes.
(global $top (mut i32) (i32.const 0x190000))
;; How many blocks wait for `learn`.
(global $blocks (mut i32) (i32.const 0))
;; The number of the last block.
(global $number (mut i32) (i32.const 0))

;; Begins a record.
(func $begin (export "begin") (param $record i32) (param $forgotten i32)
  (global.set $record (local.get $record))
  (global.set $forgotten (local.get $forgotten))
  (global.set $top (i32.const 0x190000))
  (global.set $blocks (i32.const 0))
  ;; The mask: loaded from address 16 - n, its first n bytes are ones.
  (v128.store (i32.const 0) (i8x16.splat (i32.const 255))))

(func $clear (export "clear")
  (memory.fill (i32.const 0x10000) (i32.const 0) (i32.const 0x180000)))

(func $blocksNow (export "blocks") (result i32) (global.get $blocks))

(func $hashesNow (export "hashes") (result i32)
  (i32.shr_u (i32.sub (global.get $top) (i32.const 0x190000)) (i32.const 2)))

;; Folds 16 bytes. Returns a bit for each byte that belongs to a word.
(func $fold (param $at i32) (result i64) (local $bytes v128) (local $folded v128)
  (local.set $bytes (v128.load (local.get $at)))
  ;; A to Z get the bit that makes them lower case.
  (local.set $folded (v128.or (local.get $bytes)
    (v128.and (i8x16.splat (i32.const 32))
      (i8x16.lt_u (i8x16.sub (local.get $bytes) (i8x16.splat (i32.const 65))) (i8x16.splat (i32.const 26))))))
  (v128.store (local.get $at) (local.get $folded))
  ;; a to z, 0 to 9, _, and all bytes beyond ASCII, whose highest bit is set.
  (i64.extend_i32_u (i8x16.bitmask
    (v128.or
      (v128.or
        (i8x16.lt_u (i8x16.sub (local.get $folded) (i8x16.splat (i32.const 97))) (i8x16.splat (i32.const 26)))
        (i8x16.lt_u (i8x16.sub (local.get $folded) (i8x16.splat (i32.const 48))) (i8x16.splat (i32.const 10))))
      (v128.or (i8x16.eq (local.get $folded) (i8x16.splat (i32.const 95))) (local.get $folded))))))

;; Blanks dashes, quotes and spaces between U+2000 and U+206F, and the no-break space.
;; Nearly every English text has some.
(func $blank (param $at i32) (param $end i32)
  (local $bits i32) (local $place i32) (local $byte i32) (local $next i32)
  (loop $some
    ;; A bit for each byte beyond ASCII.
    (local.set $bits (i8x16.bitmask (v128.load (local.get $at))))
    (block $done (loop $each
      (br_if $done (i32.eqz (local.get $bits)))
      (local.set $place (i32.add (local.get $at) (i32.ctz (local.get $bits))))
      (local.set $bits (i32.and (local.get $bits) (i32.sub (local.get $bits) (i32.const 1))))
      (local.set $byte (i32.load8_u (local.get $place)))
      (local.set $next (i32.load8_u offset=1 (local.get $place)))
      ;; U+2000 to U+203F are e2 80 xx, U+2040 to U+206F are e2 81 80 to e2 81 af.
      (if (i32.and (i32.eq (local.get $byte) (i32.const 0xe2))
          (i32.or (i32.eq (local.get $next) (i32.const 0x80))
            (i32.and (i32.eq (local.get $next) (i32.const 0x81))
              (i32.lt_u (i32.load8_u offset=2 (local.get $place)) (i32.const 0xb0)))))
        (then
          (i32.store16 (local.get $place) (i32.const 0x2020))
          (i32.store8 offset=2 (local.get $place) (i32.const 0x20))))
      ;; The no-break space is c2 a0.
      (if (i32.and (i32.eq (local.get $byte) (i32.const 0xc2)) (i32.eq (local.get $next) (i32.const 0xa0)))
        (then (i32.store16 (local.get $place) (i32.const 0x2020))))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 16)))
    (br_if $some (i32.lt_u (local.get $at) (local.get $end)))))

;; Scans the text from $from to $end. With $ascii it has only ASCII. With $emits, words are passed to `emit` one by
;; one instead of being looked up.
(func $scan (export "scan") (param $from i32) (param $end i32) (param $ascii i32) (param $emits i32)
  (local $at i32) (local $places i32) (local $to i32) (local $bits i64) (local $before i64) (local $turns i64)
  (if (i32.eqz (local.get $ascii)) (then (call $blank (local.get $from) (local.get $end))))
  ;; The last step reads up to 64 bytes beyond the end: spaces. The positions follow after 96 bytes.
  (v128.store (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=16 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=32 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=48 (local.get $end) (i8x16.splat (i32.const 32)))
  (v128.store offset=64 (local.get $end) (i8x16.splat (i32.const 32)))
  (local.set $places (i32.add (local.get $end) (i32.const 96)))
  (local.set $to (local.get $places))
  (local.set $at (local.get $from))
  (loop $some
    ;; 64 bytes in one step.
    (local.set $bits (i64.or
      (i64.or (call $fold (local.get $at))
        (i64.shl (call $fold (i32.add (local.get $at) (i32.const 16))) (i64.const 16)))
      (i64.or (i64.shl (call $fold (i32.add (local.get $at) (i32.const 32))) (i64.const 32))
        (i64.shl (call $fold (i32.add (local.get $at) (i32.const 48))) (i64.const 48)))))
    ;; A bit where a word begins, and one after its end.
    (local.set $turns (i64.xor (local.get $bits)
      (i64.or (i64.shl (local.get $bits) (i64.const 1)) (local.get $before))))
    (local.set $before (i64.shr_u (local.get $bits) (i64.const 63)))
    (block $done (loop $each
      (br_if $done (i64.eqz (local.get $turns)))
      (i32.store (local.get $to) (i32.add (local.get $at) (i32.wrap_i64 (i64.ctz (local.get $turns)))))
      (local.set $to (i32.add (local.get $to) (i32.const 4)))
      (local.set $turns (i64.and (local.get $turns) (i64.sub (local.get $turns) (i64.const 1))))
      (br $each)))
    (local.set $at (i32.add (local.get $at) (i32.const 64)))
    (br_if $some (i32.le_u (local.get $at) (local.get $end))))
  (if (local.get $emits)
    (then (call $emitEach (local.get $places) (local.get $to)))
    (else (call $meetEach (local.get $places) (local.get $to)))))

;; Looks up the words whose positions are from $next to $end.
(func $meetEach (param $next i32) (param $end i32)
  (local $from i32) (local $length i32) (local $word v128) (local $pair i32) (local $entry i32) (local $met i32)
  (local $top i32) (local $rare i32) (local $left i32) (local $record i32) (local $forgotten i32)
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
    (if (i32.le_u (local.get $length) (i32.const 16))
      (then
        ;; The word, cut out by the mask.
        (local.set $word (v128.and
          (v128.load (local.get $from))
          (v128.load (i32.sub (i32.const 16) (local.get $length)))))
        ;; Its pair, by a multiplication that brings all bytes of the word into the upper bits.
        (local.set $pair (i32.add (i32.const 0x10000) (i32.and (i32.const 0xfffc0)
          (i32.wrap_i64 (i64.shr_u
            (i64.add
              (i64.mul (i64x2.extract_lane 0 (local.get $word)) (i64.const 0x9e3779b97f4a7c15))
              (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f)))
            (i64.const 44))))))
        ;; The second entry of the pair if it has the word, else the first.
        (local.set $entry (i32.add (local.get $pair) (i32.shl
          (i32.eqz (v128.any_true (v128.xor (local.get $word) (v128.load offset=32 (local.get $pair)))))
          (i32.const 5))))
        (local.set $met (i32.load offset=20 (local.get $entry)))
        (if (i32.eqz (i32.or
            (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $entry))))
            (i32.le_s (local.get $met) (local.get $forgotten))))
          (then
            (i32.store offset=20 (local.get $entry) (local.get $record))
            ;; A word counts once per record, and a single letter is not a word. A branch would be mispredicted,
            ;; so the hash is written in any case, and the top moves by 0 or 4.
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

;; Looks up one word of any kind.
(func $meet (param $from i32) (param $length i32)
  (local $word v128) (local $pair i32) (local $entry i32) (local $met i32)
  (if (i32.gt_u (local.get $length) (i32.const 16))
    (then
      (call $long (local.get $from) (i32.add (local.get $from) (local.get $length)) (i32.const 0))
      (return)))
  (local.set $word (v128.and
    (v128.load (local.get $from))
    (v128.load (i32.sub (i32.const 16) (local.get $length)))))
  (if (i8x16.bitmask (local.get $word))
    (then
      (call $odd (local.get $from) (i32.add (local.get $from) (local.get $length)))
      (return)))
  (local.set $pair (i32.add (i32.const 0x10000) (i32.and (i32.const 0xfffc0)
    (i32.wrap_i64 (i64.shr_u
      (i64.add
        (i64.mul (i64x2.extract_lane 0 (local.get $word)) (i64.const 0x9e3779b97f4a7c15))
        (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f)))
      (i64.const 44))))))
  (local.set $entry (i32.add (local.get $pair) (i32.shl
    (i32.eqz (v128.any_true (v128.xor (local.get $word) (v128.load offset=32 (local.get $pair)))))
    (i32.const 5))))
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

(func $emitEach (param $next i32) (param $end i32)
  (local $from i32) (local $to i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $next) (local.get $end)))
    (local.set $from (i32.load (local.get $next)))
    (local.set $to (i32.load offset=4 (local.get $next)))
    (local.set $next (i32.add (local.get $next) (i32.const 8)))
    (call $long (local.get $from) (local.get $to) (i32.const 1))
    (br $each))))

;; Replaces the less recently used entry of the pair, and returns its address. The new one has its hash if it was
;; evicted before, else 0.
(func $place (param $pair i32) (param $word v128) (result i32)
  (local $entry i32) (local $old v128) (local $evicted i32) (local $hash i32)
  (local.set $entry (i32.add (local.get $pair) (i32.shl
    (i32.gt_s (i32.load offset=20 (local.get $pair)) (i32.load offset=52 (local.get $pair)))
    (i32.const 5))))
  ;; Its place in EVICTED, by other bits of the same sum.
  (local.set $evicted (i32.add (i32.const 0x110000) (i32.and (i32.const 0x7ffe0)
    (i32.wrap_i64 (i64.shr_u
      (i64.add
        (i64.mul (i64x2.extract_lane 0 (local.get $word)) (i64.const 0x9e3779b97f4a7c15))
        (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f)))
      (i64.const 24))))))
  (if (i32.eqz (i32.or
      (v128.any_true (v128.xor (local.get $word) (v128.load (local.get $evicted))))
      (i32.le_s (i32.load offset=20 (local.get $evicted)) (global.get $forgotten))))
    (then (local.set $hash (i32.load offset=16 (local.get $evicted)))))
  ;; An entry without a hash waits for it, or is a single letter.
  (if (i32.load offset=16 (local.get $entry))
    (then
      (local.set $old (v128.load (local.get $entry)))
      (local.set $evicted (i32.add (i32.const 0x110000) (i32.and (i32.const 0x7ffe0)
        (i32.wrap_i64 (i64.shr_u
          (i64.add
            (i64.mul (i64x2.extract_lane 0 (local.get $old)) (i64.const 0x9e3779b97f4a7c15))
            (i64.mul (i64x2.extract_lane 1 (local.get $old)) (i64.const 0xc2b2ae3d27d4eb4f)))
          (i64.const 24))))))
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

;; Adds a word that is not in the table. A single letter is only remembered.
(func $unknown (param $pair i32) (param $word v128) (param $from i32) (param $length i32)
  (local $entry i32) (local $one i32) (local $two i32) (local $end i32)
  (local.set $entry (call $place (local.get $pair) (local.get $word)))
  (if (i32.lt_u (local.get $length) (i32.const 2)) (then (return)))
  (if (call $recalled (local.get $entry)) (then (return)))
  (local.set $end (i32.add (local.get $from) (local.get $length)))
  ;; Two fast hashes: FNV-1a, and a polynomial of 31. fold-words.ts has the same.
  (local.set $one (i32.const 0x811c9dc5))
  (loop $each
    (local.set $one (i32.mul (i32.xor (local.get $one) (i32.load8_u (local.get $from))) (i32.const 0x01000193)))
    (local.set $two (i32.add (i32.mul (local.get $two) (i32.const 31)) (i32.load8_u (local.get $from))))
    (local.set $from (i32.add (local.get $from) (i32.const 1)))
    (br_if $each (i32.lt_u (local.get $from) (local.get $end))))
  (call $block (local.get $entry) (local.get $one) (local.get $two) (local.get $length)))

;; Hashes a word of any length, byte by byte.
(func $long (param $from i32) (param $end i32) (param $emits i32)
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
  (if (local.get $emits)
    (then (call $emit (local.get $one) (local.get $two) (local.get $at)))
    (else (call $add (local.get $one) (local.get $two) (local.get $at)))))

;; Adds a word by its two fast hashes. Its entry ends with non-ASCII bytes, unlike that of any short word.
(func $add (export "add") (param $one i32) (param $two i32) (param $length i32)
  (local $word v128) (local $pair i32) (local $entry i32) (local $met i32)
  (local.set $word (i32x4.replace_lane 2 (i32x4.replace_lane 1 (i32x4.replace_lane 0
    (i32x4.splat (i32.const -1)) (local.get $one)) (local.get $two)) (local.get $length)))
  (local.set $pair (i32.add (i32.const 0x10000) (i32.and (i32.const 0xfffc0)
    (i32.wrap_i64 (i64.shr_u
      (i64.add
        (i64.mul (i64x2.extract_lane 0 (local.get $word)) (i64.const 0x9e3779b97f4a7c15))
        (i64.mul (i64x2.extract_lane 1 (local.get $word)) (i64.const 0xc2b2ae3d27d4eb4f)))
      (i64.const 44))))))
  (local.set $entry (i32.add (local.get $pair) (i32.shl
    (i32.eqz (v128.any_true (v128.xor (local.get $word) (v128.load offset=32 (local.get $pair)))))
    (i32.const 5))))
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
  (global.set $top (i32.add (global.get $top)
    (i32.shl (i32.lt_s (local.get $met) (global.get $record)) (i32.const 2)))))

;; Adds a block to the list.
(func $block (param $entry i32) (param $one i32) (param $two i32) (param $length i32)
  (local $at i32)
  (if (i32.eq (global.get $blocks) (i32.const 1024)) (then (call $full)))
  (global.set $number (i32.add (global.get $number) (i32.const 1)))
  (i32.store offset=24 (local.get $entry) (global.get $number))
  (local.set $at (i32.shl (global.get $blocks) (i32.const 4)))
  (i32.store offset=0x1000 (local.get $at) (local.get $one))
  (i32.store offset=0x1004 (local.get $at) (local.get $two))
  (i64.store offset=0x1008 (local.get $at) (i64.extend_i32_u (local.get $length)))
  (local.set $at (i32.shl (global.get $blocks) (i32.const 3)))
  (i32.store offset=0x5000 (local.get $at) (local.get $entry))
  (i32.store offset=0x5004 (local.get $at) (global.get $number))
  (global.set $blocks (i32.add (global.get $blocks) (i32.const 1))))

;; Takes over the hashes after the blocks have been encrypted in place: the first 24 bits of each.
(func $learn (export "learn")
  (local $at i32) (local $hash i32) (local $entry i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (global.get $blocks)))
    (local.set $hash (i32.and (i32.const 0xffffff)
      (i32.load offset=0x1000 (i32.shl (local.get $at) (i32.const 4)))))
    (local.set $entry (i32.load offset=0x5000 (i32.shl (local.get $at) (i32.const 3))))
    ;; Unless another word has replaced it since.
    (if (i32.eq (i32.load offset=24 (local.get $entry))
        (i32.load offset=0x5004 (i32.shl (local.get $at) (i32.const 3))))
      (then (i32.store offset=16 (local.get $entry) (local.get $hash))))
    (i32.store (global.get $top) (local.get $hash))
    (global.set $top (i32.add (global.get $top) (i32.const 4)))
    (local.set $at (i32.add (local.get $at) (i32.const 1)))
    (br $each)))
  (global.set $blocks (i32.const 0)))

;; A radix sort of 24-bit numbers by their upper 16 bits, without a branch that depends on a number. Few numbers
;; share these bits; they are put in order at the end. $room has space for as many hashes. Writes the sorted hashes
;; without duplicates at HASHES, three bytes each, most significant first, and returns their length.
(func $sorted (export "sorted") (param $room i32) (result i32)
  (local $at i32) (local $hash i32) (local $end i32) (local $last i32) (local $count i32)
  (memory.fill (i32.const 0x100) (i32.const 0) (i32.const 0x800))
  (local.set $at (i32.const 0x190000))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (global.get $top)))
    (local.set $hash (i32.load (local.get $at)))
    (local.set $count (i32.add (i32.const 0x100) (i32.and (i32.const 0x3fc)
      (i32.shr_u (local.get $hash) (i32.const 6)))))
    (i32.store (local.get $count) (i32.add (i32.load (local.get $count)) (i32.const 1)))
    (local.set $count (i32.add (i32.const 0x500) (i32.and (i32.const 0x3fc)
      (i32.shr_u (local.get $hash) (i32.const 14)))))
    (i32.store (local.get $count) (i32.add (i32.load (local.get $count)) (i32.const 1)))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $each)))
  ;; First by the middle byte into $room, then by the high byte back.
  (call $starts (local.get $room) (i32.const 0x190000))
  (local.set $end (i32.add (local.get $room) (i32.sub (global.get $top) (i32.const 0x190000))))
  (call $spread (i32.const 0x190000) (global.get $top) (i32.const 0x100) (i32.const 8))
  (call $spread (local.get $room) (local.get $end) (i32.const 0x500) (i32.const 16))
  (local.set $end (global.get $top))
  ;; A number after the last one that is equal to none. $room becomes the place of the last written hash.
  (i32.store (local.get $end) (i32.const -1))
  (local.set $at (i32.const 0x190000))
  (local.set $room (i32.const 0x18fffd))
  (local.set $last (i32.const -1))
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
    (local.set $hash (i32.load (local.get $at)))
    ;; The next one has the same upper 16 bits.
    (if (i32.lt_u (i32.xor (local.get $hash) (i32.load offset=4 (local.get $at))) (i32.const 256))
      (then
        (call $arrange (local.get $at))
        (local.set $hash (i32.load (local.get $at)))))
    ;; A duplicate overwrites itself.
    (local.set $room (i32.add (local.get $room)
      (i32.mul (i32.const 3) (i32.ne (local.get $hash) (local.get $last)))))
    (i32.store8 (local.get $room) (i32.shr_u (local.get $hash) (i32.const 16)))
    (i32.store8 offset=1 (local.get $room) (i32.shr_u (local.get $hash) (i32.const 8)))
    (i32.store8 offset=2 (local.get $room) (local.get $hash))
    (local.set $last (local.get $hash))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br $each)))
  (i32.sub (local.get $room) (i32.const 0x18fffd)))

;; Moves the smallest of the numbers that share the upper bits of the one at $to there.
(func $arrange (param $to i32)
  (local $first i32) (local $at i32) (local $hash i32)
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

;; Replaces each count with the position where these hashes begin. The two sums are interleaved, because each step
;; of a sum waits for the one before.
(func $starts (param $middle i32) (param $high i32)
  (local $at i32) (local $had i32)
  (loop $each
    (local.set $had (i32.load offset=0x100 (local.get $at)))
    (i32.store offset=0x100 (local.get $at) (local.get $middle))
    (local.set $middle (i32.add (local.get $middle) (i32.shl (local.get $had) (i32.const 2))))
    (local.set $had (i32.load offset=0x500 (local.get $at)))
    (i32.store offset=0x500 (local.get $at) (local.get $high))
    (local.set $high (i32.add (local.get $high) (i32.shl (local.get $had) (i32.const 2))))
    (local.set $at (i32.add (local.get $at) (i32.const 4)))
    (br_if $each (i32.lt_u (local.get $at) (i32.const 1024)))))

;; Moves each hash to the position of its byte at $shift.
(func $spread (param $from i32) (param $end i32) (param $starts i32) (param $shift i32)
  (local $hash i32) (local $start i32) (local $to i32)
  (block $done (loop $each
    (br_if $done (i32.ge_u (local.get $from) (local.get $end)))
    (local.set $hash (i32.load (local.get $from)))
    (local.set $start (i32.add (local.get $starts)
      (i32.shl (i32.and (i32.shr_u (local.get $hash) (local.get $shift)) (i32.const 255)) (i32.const 2))))
    (local.set $to (i32.load (local.get $start)))
    (i32.store (local.get $start) (i32.add (local.get $to) (i32.const 4)))
    (i32.store (local.get $to) (local.get $hash))
    (local.set $from (i32.add (local.get $from) (i32.const 4)))
    (br $each))))
)
