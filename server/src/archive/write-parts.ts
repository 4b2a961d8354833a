// Writes the rows of a day as a few Parquet files. One file is in memory at a time, and it is written when it is long enough.
import { ParquetFile, type ParquetColumn } from '#lib/parquet/parquet-file';
import { partPath, type ArchiveFile, type DataTable } from './format.ts';
import { sha256Of, type DataTarget } from './target.ts';

/** A row group is written when it has this many characters or rows. */
const GROUP_CHARACTERS = 4 * 1_048_576;
const GROUP_ROWS = 5_000;
/** A file has at least this many bytes before the next one begins. */
const PART_BYTES = 32 * 1_048_576;

/** A row and about how many characters it has. */
export interface SizedRow<Row> {
  row: Row;
  characters: number;
}

export async function writeParts<Row>(
  target: DataTarget,
  { table, day }: { table: DataTable; day: string },
  columns: readonly ParquetColumn<Row>[],
  batches: AsyncIterable<readonly SizedRow<Row>[]>,
  partBytes = PART_BYTES,
): Promise<ArchiveFile[]> {
  const files: ArchiveFile[] = [];
  let part = new Part(columns);
  let [rows, characters]: [Row[], number] = [[], 0];
  const group = async (): Promise<void> => {
    if (rows.length === 0) return;
    await part.add(rows);
    [rows, characters] = [[], 0];
  };
  const finish = async (): Promise<void> => {
    if (part.rows === 0) return;
    const bytes = part.end();
    const path = partPath(table, day, files.length);
    await target.write(path, bytes);
    files.push({ path, table, day, rows: part.rows, bytes: bytes.length, sha256: sha256Of(bytes) });
    part = new Part(columns);
  };
  for await (const batch of batches) {
    for (const each of batch) {
      rows.push(each.row);
      characters += each.characters;
      if (characters >= GROUP_CHARACTERS || rows.length >= GROUP_ROWS) await group();
      if (part.bytes >= partBytes) await finish();
    }
  }
  await group();
  await finish();
  return files;
}

class Part<Row> {
  readonly #file: ParquetFile<Row>;
  readonly #chunks: Buffer[];
  rows = 0;
  bytes = 0;

  constructor(columns: readonly ParquetColumn<Row>[]) {
    this.#file = new ParquetFile(columns);
    this.#chunks = [this.#file.begin()];
  }

  async add(rows: readonly Row[]): Promise<void> {
    const chunk = await this.#file.group(rows);
    this.#chunks.push(chunk);
    this.rows += rows.length;
    this.bytes += chunk.length;
  }

  end(): Buffer {
    return Buffer.concat([...this.#chunks, this.#file.end()]);
  }
}
