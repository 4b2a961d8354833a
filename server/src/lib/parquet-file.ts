// Writes a Parquet file row group by row group, for rows that the record engine cannot write itself. A group
// is encoded and compressed on the calling thread, so groups should be small (ADR 56).
import { zstdCompressSync } from 'node:zlib';
import { ByteWriter, ParquetWriter } from 'hyparquet-writer';

type SchemaElement = ConstructorParameters<typeof ParquetWriter>[0]['schema'][number];

/** A `map` has texts by name. */
type Kind = 'text' | 'number' | 'flag' | 'time' | 'map';

export interface ParquetColumn<Row> {
  name: string;
  kind: Kind;
  /** Null only if `isOptional`. A time is in milliseconds. */
  value: (row: Row) => unknown;
  isOptional?: boolean;
}

export class ParquetFile<Row> {
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #out = new ByteWriter();
  readonly #writer: ParquetWriter;

  constructor(columns: readonly ParquetColumn<Row>[]) {
    this.#columns = columns;
    this.#writer = new ParquetWriter({
      writer: this.#out,
      schema: [{ name: 'schema', num_children: columns.length }, ...columns.flatMap(elementsOf)],
      codec: 'ZSTD',
      compressors: { ZSTD: (bytes) => zstdCompressSync(bytes) },
      statistics: false,
    });
  }

  /** The bytes of the next row group. The first group includes the beginning of the file. */
  group(rows: readonly Row[]): Buffer {
    void this.#writer.write({
      columnData: this.#columns.map(({ name, kind, value }) => ({
        name,
        data: rows.map((row) => (kind === 'map' ? entriesOf(value(row)) : value(row))),
        encoding: 'PLAIN',
        offsetIndex: false,
      })),
      rowGroupSize: rows.length,
      // One page for each column: the library may split pages in the middle of a map.
      pageSize: 0,
    });
    return this.#taken();
  }

  /** The end of the file, which readers read first. */
  end(): Buffer {
    void this.#writer.finish();
    return this.#taken();
  }

  #taken(): Buffer {
    const bytes = Buffer.from(this.#out.getBytes());
    this.#out.index = 0;
    return bytes;
  }
}

const entriesOf = (texts: unknown): { key: string; value: string }[] =>
  Object.entries(texts as Record<string, string>).map(([key, value]) => ({ key, value }));

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8' } as const;

const TYPES = {
  text: TEXT,
  number: { type: 'DOUBLE' },
  flag: { type: 'BOOLEAN' },
  time: { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS' },
} as const;

function elementsOf({
  name,
  kind,
  isOptional = false,
}: Pick<ParquetColumn<never>, 'name' | 'kind' | 'isOptional'>): SchemaElement[] {
  const repetition = isOptional ? 'OPTIONAL' : 'REQUIRED';
  if (kind !== 'map') return [{ name, repetition_type: repetition, ...TYPES[kind] }];
  return [
    { name, repetition_type: repetition, converted_type: 'MAP', num_children: 1 },
    { name: 'key_value', repetition_type: 'REPEATED', num_children: 2 },
    { name: 'key', repetition_type: 'REQUIRED', ...TEXT },
    { name: 'value', repetition_type: 'REQUIRED', ...TEXT },
  ];
}
