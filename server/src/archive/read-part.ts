// The rows of a Parquet file in plain JavaScript values, a group of rows at a time.
import { zstdDecompressSync } from 'node:zlib';
import { parquetMetadataAsync, parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { chunks } from '#lib/chunks';

export type DataRow = Readonly<Record<string, unknown>>;

const ROWS_AT_ONCE = 500;

/** A page that claims to be longer than any that an export has is refused. */
const MAX_PAGE_BYTES = 512 * 1_048_576;

const compressors = {
  ZSTD: (input: Uint8Array): Uint8Array => zstdDecompressSync(input, { maxOutputLength: MAX_PAGE_BYTES }),
};

export async function* readPart(bytes: Buffer): AsyncGenerator<DataRow[]> {
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice: (start, end) =>
      bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + (end ?? bytes.length)) as ArrayBuffer,
  };
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    const rows = (await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })) as DataRow[];
    for (const some of chunks(rows, ROWS_AT_ONCE)) yield some;
    rowStart = rowEnd;
  }
}
