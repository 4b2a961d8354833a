// Rows as the in-process engine returns them: JSON, one row per line, all lines in one buffer.
const NEWLINE = 10;

/**
 * Row by row, with the offset of the next one. Each line becomes a separate string that is freed after its
 * row is parsed. One string of the whole answer would live until the last row, and longer until the garbage
 * collector finds it.
 */
export function* jsonLines<Row>({
  buffer,
  byteOffset,
  byteLength,
}: Uint8Array): Generator<[row: Row, next: number]> {
  const text = Buffer.from(buffer, byteOffset, byteLength);
  for (let start = 0; start < text.length;) {
    const found = text.indexOf(NEWLINE, start);
    const end = found === -1 ? text.length : found;
    const row = JSON.parse(text.toString('utf8', start, end)) as Row;
    start = end + 1;
    yield [row, start];
  }
}
