// The rows of a Parquet file, a few hundred at a time. Sizes that the file claims are checked before anything
// of that size is made.
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib';
import {
  parquetMetadata,
  parquetReadObjects,
  snappyUncompress,
  toJson,
  type AsyncBuffer,
  type FileMetaData,
} from 'hyparquet';
import { AppError } from '#lib/app-error';
import { badFile, MAX_ROWS, tooManyRows, type FileRow } from './file-row.ts';

const ROWS_AT_ONCE = 500;
const MAX_GROUPS = 1_000;
/** All values of a group of rows, and of a page, as bytes. */
const GROUP_BYTES = 256 * 1_048_576;
const PAGE_BYTES = 64 * 1_048_576;
/** Values of one column in a group; a list has several in a row. */
const COLUMN_VALUES = 2_000_000;

type Decompress = (input: Uint8Array, outputLength: number) => Uint8Array;

const limited =
  (decompress: Decompress): Decompress =>
  (input, outputLength) => {
    if (!(outputLength >= 0 && outputLength <= PAGE_BYTES)) throw new Error('A page is too large.');
    return decompress(input, outputLength);
  };

const options = (maxOutputLength: number) => ({ maxOutputLength: Math.max(1, maxOutputLength) });

const compressors = {
  SNAPPY: limited((input, length) => {
    const output = new Uint8Array(length);
    snappyUncompress(input, output);
    return output;
  }),
  GZIP: limited((input, length) => gunzipSync(input, options(length))),
  ZSTD: limited((input, length) => zstdDecompressSync(input, options(length))),
  BROTLI: limited((input, length) => brotliDecompressSync(input, options(length))),
};

export async function* parquetRows(bytes: Buffer): AsyncGenerator<FileRow> {
  const file: AsyncBuffer = {
    byteLength: bytes.length,
    slice: (start, end) =>
      bytes.buffer.slice(bytes.byteOffset + start, bytes.byteOffset + (end ?? bytes.length)) as ArrayBuffer,
  };
  try {
    const metadata = parquetMetadata(file.slice(0) as ArrayBuffer);
    requireBounded(metadata);
    const rows = Number(metadata.num_rows);
    for (let rowStart = 0; rowStart < rows; rowStart += ROWS_AT_ONCE) {
      const rowEnd = Math.min(rowStart + ROWS_AT_ONCE, rows);
      const read = await parquetReadObjects({ file, metadata, compressors, rowStart, rowEnd });
      for (const fields of read) yield { fields: toJson(fields) as Record<string, unknown> };
    }
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw badFile(
      'invalid_parquet',
      'The file is not a Parquet file that can be read: it is damaged, or compressed in a way other than Snappy, gzip, zstd or Brotli.',
      error,
    );
  }
}

function requireBounded({ num_rows: rows, row_groups: groups }: FileMetaData): void {
  if (rows > MAX_ROWS) throw tooManyRows();
  const isBounded =
    rows >= 0n &&
    groups.length <= MAX_GROUPS &&
    groups.every(
      ({ num_rows, total_byte_size, columns }) =>
        num_rows >= 0n &&
        num_rows <= rows &&
        total_byte_size <= GROUP_BYTES &&
        columns.every(({ meta_data: meta }) => (meta?.num_values ?? 0n) <= COLUMN_VALUES),
    );
  if (!isBounded) throw badFile('file_too_large', 'The file has too many values. Split it.');
}
