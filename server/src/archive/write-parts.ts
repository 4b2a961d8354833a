// Writes the rows of a day as a few Parquet files. One file is in memory at a time, and it is written when it
// is long enough.
import { ParquetFile, type ParquetColumn } from '#lib/parquet-file';
import { Pace } from '#lib/yield-to-event-loop';
import { sha256Of, type DataTarget } from '#lib/storage/target';
import { partPath, type ArchiveFile, type DataTable } from './format.ts';

/**
 * A row group is written when it has this many characters or rows: more would hold up the service (ADR 56).
 */
const GROUP_CHARACTERS = 524_288;
const GROUP_ROWS = 500;
/** A file has at least this many bytes before the next one begins. */
const PART_BYTES = 32 * 1_048_576;

/** A row and about how many characters it has. */
export interface SizedRow<Row> {
  row: Row;
  characters: number;
}

interface WrittenPart {
  bytes: Buffer;
  rows: number;
}

/** The files of a day, one after the other. */
export async function* parquetParts<Row>(
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly SizedRow<Row>[]>,
  partBytes = PART_BYTES,
): AsyncGenerator<WrittenPart> {
  const pace = new Pace();
  let part = new Part(columns);
  let [rows, characters]: [Row[], number] = [[], 0];
  const group = async (): Promise<void> => {
    if (rows.length === 0) return;
    part.add(rows);
    await pace.rest();
    [rows, characters] = [[], 0];
  };
  for await (const batch of batches) {
    for (const each of batch) {
      rows.push(each.row);
      characters += each.characters;
      if (characters >= GROUP_CHARACTERS || rows.length >= GROUP_ROWS) await group();
      if (part.bytes < partBytes) continue;
      yield { bytes: part.end(), rows: part.rows };
      part = new Part(columns);
    }
  }
  await group();
  if (part.rows > 0) yield { bytes: part.end(), rows: part.rows };
}

export async function writeParts<Row>(
  target: DataTarget,
  { table, day }: { table: DataTable; day: string },
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly SizedRow<Row>[]>,
  partBytes = PART_BYTES,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  for await (const { bytes, rows } of parquetParts(columns, batches, partBytes)) {
    const path = partPath(table, day, files.length);
    await target.write(path, bytes);
    files.push({ path, table, day, rows, bytes: bytes.length, sha256: sha256Of(bytes) });
  }
  return files;
}

class Part<Row> {
  readonly #file: ParquetFile<Row>;
  readonly #chunks: Buffer[] = [];
  rows = 0;
  bytes = 0;

  constructor(columns: readonly ParquetColumn<Row>[]) {
    this.#file = new ParquetFile(columns);
  }

  add(rows: readonly Row[]): void {
    const chunk = this.#file.group(rows);
    this.#chunks.push(chunk);
    this.rows += rows.length;
    this.bytes += chunk.length;
  }

  end(): Buffer {
    return Buffer.concat([...this.#chunks, this.#file.end()]);
  }
}
