// Writes texts as UTF-8 into the memory of scan.wat, which cuts them into words. The texts of a record are written
// one after another and scanned together, because a call to the module for each short text would cost more than
// its scan.
import { once } from '#lib/later';
import { runWasm, type WasmMemory } from '#lib/wasm';
import { eachFolded, type EachWord } from './fold-words.ts';
import { SCAN_WASM } from './scan-wasm.ts';

/** Where scan.wat has the blocks to encrypt, and the hashes of a record. Its text follows the hashes. */
export const BLOCKS = 0x1000;
const HASHES = 0x19_0000;
/** Bytes after the text that may be read beyond its end. */
const PADDING = 96;
/** Each byte of text may be a position where a word begins or ends. */
const PLACE_BYTES = 4;

const PAGE = 65_536;
const HASH_INTS = 4;
const BYTES_A_CHARACTER = 3;
const SPACE = 32;
/** The maximum size of one scan, unless a single text is longer. */
const MAX_BYTES = 1 << 18;

interface ScanExports {
  memory: WasmMemory;
  /** Begins a record. Words that were last used in `forgotten` or an earlier record count as unknown. */
  begin(record: number, forgotten: number): void;
  /** With `emits`, words are passed to `emit` one by one instead of being looked up. */
  scan(from: number, end: number, ascii: number, emits: number): void;
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

/**
 * Non-ASCII runs that a scan has found. They are folded after the scan, because one run may become any number
 * of words.
 */
let runs: string[] = [];
let emit: EachWord = () => undefined;
let learnUnknown = (): void => undefined;

/** Opened for the first text: many processes store no content. */
export const scan = once(() => {
  const opened = runWasm(SCAN_WASM, {
    odd: (from: number, to: number) => void runs.push(memory.toString('utf8', from, to)),
    emit: (one: number, two: number, length: number) => emit(one, two, length),
    full: () => learnUnknown(),
  }) as ScanExports;
  memory = Buffer.from(opened.memory.buffer);
  return opened;
});

/** `learn` is called when the list of unknown words is full. */
export const onFull = (learn: () => void): void => void (learnUnknown = learn);

/** The memory of the module. It is a new object after the memory has grown. */
let memory: Buffer<ArrayBuffer | SharedArrayBuffer> = Buffer.alloc(0);
/** The number of hashes that fit before the texts. */
let room = 1 << 16;
let start = HASHES + room * HASH_INTS;
let end = start;
let isAscii = true;

export const scanMemory = (): Buffer => memory;

function reserve(upTo: number): void {
  const { memory: ofScan } = scan();
  if (upTo <= memory.length) return;
  ofScan.grow(Math.ceil((upTo - memory.length) / PAGE));
  memory = Buffer.from(ofScan.buffer);
}

/** Makes room for this many hashes, and moves the texts that follow them. */
function makeRoom(hashes: number): void {
  if (hashes <= room) return;
  const texts = Buffer.from(memory.subarray(start, end));
  room = Math.max(hashes, room * 2);
  start = HASHES + room * HASH_INTS;
  end = start + texts.length;
  reserve(end + (texts.length + PADDING) * PLACE_BYTES);
  memory.set(texts, start);
}

const hashCount = (): number => scan().hashes() + scan().blocks();

const mostBytes = (text: string): number =>
  text.length > MAX_BYTES ? Buffer.byteLength(text) : text.length * BYTES_A_CHARACTER;

function write(text: string): void {
  reserve(end + (mostBytes(text) + end - start + PADDING) * (1 + PLACE_BYTES));
  const written = memory.write(text, end, 'utf8');
  if (written !== text.length) isAscii = false;
  end += written;
  memory[end] = SPACE;
  end += 1;
}

function scanWritten(emits: boolean, each: EachWord): void {
  const [from, to, ascii] = [start, end, isAscii];
  end = start;
  isAscii = true;
  runs = [];
  scan().scan(from, to, ascii ? 1 : 0, emits ? 1 : 0);
  for (const run of runs) eachFolded(run, each);
}

/** Discards remains of an earlier record. */
export function beginRecord(record: number, forgotten: number): void {
  scan().begin(record, forgotten);
  end = start;
  isAscii = true;
}

/** Adds a text of the current record. */
export function addText(text: string): void {
  if (end - start + text.length * BYTES_A_CHARACTER > MAX_BYTES) scanAdded();
  write(text);
}

export function scanAdded(): void {
  if (end === start) return;
  // A word and its separator take at least two bytes.
  makeRoom(hashCount() + (end - start));
  scanWritten(false, addWord);
}

function addWord(one: number, two: number, length: number): void {
  makeRoom(hashCount() + 1);
  scan().add(one, two, length);
}

/** Sorted, without duplicates, three bytes each. */
export function sortedHashes(): Buffer {
  reserve(start + scan().hashes() * HASH_INTS);
  const length = scan().sorted(start);
  // Comes from the buffer pool: a separate allocation for each call would cost more than the sort.
  const bytes = Buffer.allocUnsafe(length);
  memory.copy(bytes, 0, HASHES, HASHES + length);
  return bytes;
}

/** Passes on the words of one text. */
export function eachWord(text: string, each: EachWord): void {
  end = start;
  emit = each;
  write(text);
  scanWritten(true, each);
}
