// The rows of Parquet files, as JSON has them. A group of rows is read at a time.
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { cannotRead } from '../../../input/files.ts';
import { fromZstd } from '../../../input/zstd.ts';
import { Fault, wrongInput } from '../../../service/fault.ts';
import { isFields, type Fields } from '../../../service/read.ts';

const MAX_PAGE_BYTES = 512 * 1024 * 1024;
const limit = { maxOutputLength: MAX_PAGE_BYTES };

/** The package itself has Snappy. */
const compressors = {
  GZIP: (input: Uint8Array): Uint8Array => gunzipSync(input, limit),
  BROTLI: (input: Uint8Array): Uint8Array => brotliDecompressSync(input, limit),
  ZSTD: (input: Uint8Array): Uint8Array => fromZstd(input, MAX_PAGE_BYTES),
};

/** Some rows with the number of the last of them, after the first `from` rows. */
export async function* parquetFileRows(
  file: string,
  from: number,
): AsyncGenerator<{ rows: Fields[]; number: number; total: number }> {
  // The service has these commands too, and must not load it at its start.
  const { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
  try {
    const buffer = await asyncBufferFromFile(file);
    const metadata = await parquetMetadataAsync(buffer);
    const total = Number(metadata.num_rows);
    let rowStart = 0;
    for (const group of metadata.row_groups) {
      const rowEnd = rowStart + Number(group.num_rows);
      if (rowEnd > from) {
        const first = Math.max(from, rowStart);
        const read = await parquetReadObjects({
          file: buffer,
          metadata,
          compressors,
          rowStart: first,
          rowEnd,
        });
        yield { rows: read.map((row) => asJson(row) as Fields), number: rowEnd, total };
      }
      rowStart = rowEnd;
    }
  } catch (error) {
    if (error instanceof Fault) throw error;
    if (error instanceof Error && 'code' in error) throw cannotRead(file, error);
    throw wrongInput(
      'invalid_parquet',
      `${file} is no Parquet file that can be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/** Integers beyond what a number holds become text, times ISO 8601, and bytes the text that they are. */
function asJson(value: unknown): unknown {
  if (typeof value === 'bigint')
    return value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER
      ? Number(value)
      : String(value);
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : value.toISOString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString();
  if (Array.isArray(value)) return value.map(asJson);
  if (isFields(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, asJson(each)]));
  return value;
}
