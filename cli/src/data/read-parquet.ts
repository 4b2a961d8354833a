// Rows of a Parquet file of an export.
import { parquetMetadata, parquetReadObjects, type AsyncBuffer } from 'hyparquet';
import { fromZstd } from '../input/zstd.ts';

export type FolderRow = Record<string, unknown>;

/** A page that claims to be longer than any that an export has is refused. */
const MAX_PAGE_BYTES = 512 * 1_048_576;

const bufferOf = (bytes: Buffer): ArrayBuffer =>
  bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer;

export const rowsIn = (bytes: Buffer): number => Number(parquetMetadata(bufferOf(bytes)).num_rows);

/** A group of rows at a time. */
export async function* exportedRows(bytes: Buffer): AsyncGenerator<FolderRow[]> {
  const whole = bufferOf(bytes);
  const file: AsyncBuffer = {
    byteLength: whole.byteLength,
    slice: (start, end) => whole.slice(start, end),
  };
  const metadata = parquetMetadata(whole);
  const compressors = { ZSTD: (input: Uint8Array) => fromZstd(input, MAX_PAGE_BYTES) };
  let rowStart = 0;
  for (const group of metadata.row_groups) {
    const rowEnd = rowStart + Number(group.num_rows);
    yield (await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd })) as FolderRow[];
    rowStart = rowEnd;
  }
}
