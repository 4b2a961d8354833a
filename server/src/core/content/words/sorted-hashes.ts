// Sorts 24-bit numbers, as bytes: a radix sort from the lowest byte, without branches that depend on the
// data. For a few hundred numbers, mispredicted branches would take most of the time.

const MOST = 4_096;
const some = new Uint32Array(MOST);
const others = new Uint32Array(MOST);
/** Counts per byte value, then the next position of each. */
const low = new Uint16Array(256);
const middle = new Uint16Array(256);
const high = new Uint16Array(256);

/** Three bytes each, highest first. */
const HASH_BYTES = 3;

/** Sorted, without duplicates. */
export function sortedHashes(hashes: Uint32Array): Buffer {
  if (hashes.length > MOST) return eachOnce(hashes.toSorted());
  const { length } = hashes;
  low.fill(0);
  middle.fill(0);
  high.fill(0);
  for (let at = 0; at < length; at += 1) {
    const hash = hashes[at] as number;
    low[hash & 255] = (low[hash & 255] as number) + 1;
    middle[(hash >>> 8) & 255] = (middle[(hash >>> 8) & 255] as number) + 1;
    high[hash >>> 16] = (high[hash >>> 16] as number) + 1;
  }
  toPlaces(low);
  toPlaces(middle);
  toPlaces(high);
  distribute(hashes, some, length, low, 0);
  distribute(some, others, length, middle, 8);
  distribute(others, some, length, high, 16);
  return eachOnce(some.subarray(0, length));
}

function toPlaces(counts: Uint16Array): void {
  let place = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const have = counts[byte] as number;
    counts[byte] = place;
    place += have;
  }
}

function distribute(
  from: Uint32Array,
  to: Uint32Array,
  length: number,
  places: Uint16Array,
  shift: number,
): void {
  for (let at = 0; at < length; at += 1) {
    const hash = from[at] as number;
    const byte = (hash >>> shift) & 255;
    const place = places[byte] as number;
    places[byte] = place + 1;
    to[place] = hash;
  }
}

/** From the buffer pool: a new array per call would cost more than sorting. */
function eachOnce(sorted: Uint32Array): Buffer {
  const bytes = Buffer.allocUnsafe(sorted.length * HASH_BYTES);
  let end = 0;
  let last = -1;
  for (let at = 0; at < sorted.length; at += 1) {
    const hash = sorted[at] as number;
    // Advances if the number is larger than the last one: the difference is then negative and its sign 1.
    // Otherwise it is overwritten.
    end += HASH_BYTES * ((last - hash) >>> 31);
    bytes[end - 3] = hash >>> 16;
    bytes[end - 2] = hash >>> 8;
    bytes[end - 1] = hash;
    last = hash;
  }
  return bytes.subarray(0, end);
}

export function hashesIn(bytes: Uint8Array): number[] {
  const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, at) =>
    all.readUIntBE(at * HASH_BYTES, HASH_BYTES),
  );
}
