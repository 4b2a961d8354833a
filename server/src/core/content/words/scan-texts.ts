// Writes texts as UTF-8 into the memory of the module that scans them. The texts of a record are written one
// after another and scanned together, because a call to the module for each short text would cost more than
// its scan.
import { once } from '#lib/later';
import { eachFolded, type EachWord } from './fold-words.ts';
import { HASHES, openScan, PADDING, PLACE_BYTES } from './scan-module.ts';

const PAGE = 65_536;
const HASH_INTS = 4;
const BYTES_A_CHARACTER = 3;
const SPACE = 32;
/** The maximum that is scanned at once, unless a single text is longer. */
const MAX_BYTES = 1 << 18;

/**
 * Non-ASCII runs that a scan has found. They are folded after the scan, because one run may become any number
 * of words.
 */
let runs: string[] = [];
let tell: EachWord = () => undefined;
let learnUnknown = (): void => undefined;

/** Opened for the first text: it takes 40 ms of CPU time, and many processes store no content. */
export const scan = once(() => {
  const opened = openScan({
    odd: (from, end) => void runs.push(memory.toString('utf8', from, end)),
    tell: (one, two, length) => tell(one, two, length),
    full: () => learnUnknown(),
  });
  memory = Buffer.from(opened.memory.buffer);
  return opened;
});

/** `learn` is called when the list of unknown words is full. */
export const onFull = (learn: () => void): void => void (learnUnknown = learn);

/** The memory of the module. It is a new object after the memory has grown. */
let memory: Buffer<ArrayBuffer | SharedArrayBuffer> = Buffer.alloc(0);
/** How many hashes fit before the texts. */
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

function scanWritten(tells: boolean, each: EachWord): void {
  const [from, to, ascii] = [start, end, isAscii];
  end = start;
  isAscii = true;
  runs = [];
  scan().scan(from, to, ascii ? 1 : 0, tells ? 1 : 0);
  for (const run of runs) eachFolded(run, each);
}

/** Drops anything that an earlier record has left. */
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
  tell = each;
  write(text);
  scanWritten(true, each);
}
