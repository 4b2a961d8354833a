// Attribute keys and short values repeat with every span. Finding them here is cheaper than decoding them
// again, and a string that is the same object every time is hashed only once.

const SLOTS = 4_096;

/** Longer texts seldom repeat. */
export const LONGEST_CACHED = 48;

const texts: string[] = Array.from({ length: SLOTS }, () => '');
// The same texts as bytes: comparing bytes with bytes makes a lookup cheap.
const bytes = new Uint8Array(SLOTS * LONGEST_CACHED);

export function shortText(buf: Buffer, start: number, end: number): string {
  const slot = slotOf(buf, start, end);
  const known = texts[slot];
  if (known !== undefined && known.length === end - start && isAt(slot, buf, start, end)) return known;
  const text = buf.toString('utf8', start, end);
  // Only ASCII texts, whose length in characters equals their length in bytes.
  if (text.length === end - start) {
    texts[slot] = text;
    bytes.set(buf.subarray(start, end), slot * LONGEST_CACHED);
  }
  return text;
}

/**
 * A hash of the length and nine bytes: reading all bytes would cost as much as the comparison that follows.
 */
function slotOf(buf: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length < 5) return shortSlot(buf, start, end);
  let hash = length;
  hash = (Math.imul(hash, 31) + byteAt(buf, start)) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, start + (length >> 2))) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, start + (length >> 1))) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - (length >> 2))) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - 5)) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - 4)) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - 3)) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - 2)) | 0;
  hash = (Math.imul(hash, 31) + byteAt(buf, end - 1)) | 0;
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}

function shortSlot(buf: Uint8Array, start: number, end: number): number {
  let hash = end - start;
  for (let at = start; at < end; at += 1) hash = (Math.imul(hash, 31) + byteAt(buf, at)) | 0;
  return (hash ^ (hash >>> 12)) & (SLOTS - 1);
}

function isAt(slot: number, buf: Uint8Array, start: number, end: number): boolean {
  const shift = slot * LONGEST_CACHED - start;
  for (let at = start; at < end; at += 1) if (bytes[at + shift] !== buf[at]) return false;
  return true;
}

const byteAt = (buf: Uint8Array, at: number): number => buf[at] as number;
