// Writes a Parquet file piece by piece, for rows that the record engine cannot write itself: one row group after the other,
// then the footer. Values are plain, pages are compressed with zstd off the main thread.
import { promisify } from 'node:util';
import { zstdCompress } from 'node:zlib';
import { thrift, thriftBytes, thriftVarint, type Thrift } from './thrift.ts';

const { i32, i64, list, struct, text } = thrift;

const compress = promisify(zstdCompress);

/** `map`: texts by name. */
type Kind = 'text' | 'number' | 'flag' | 'time' | 'map';

export interface ParquetColumn<Row> {
  name: string;
  kind: Kind;
  /** Null only if `isOptional`. A time is in milliseconds. */
  value: (row: Row) => unknown;
  isOptional?: boolean;
}

const MAGIC = Buffer.from('PAR1');
const PHYSICAL: Readonly<Record<Kind, number>> = { flag: 0, time: 2, number: 5, text: 6, map: 6 };
const TEXT = 0;
const MAP = 1;
const KEY_VALUE = 2;
const MILLISECONDS = 9;
const [REQUIRED, OPTIONAL, REPEATED] = [0, 1, 2] as const;
const [PLAIN, LEVELS, ZSTD] = [0, 3, 6] as const;

/** A column of values. A map has two: its names and its texts. */
interface Leaf<Row> {
  path: string[];
  physical: number;
  page: (rows: readonly Row[]) => { values: number; body: Buffer };
}

export class ParquetFile<Row> {
  readonly #columns: readonly ParquetColumn<Row>[];
  readonly #leaves: readonly Leaf<Row>[];
  readonly #groups: Thrift[] = [];
  #at = MAGIC.length;
  #rows = 0;

  constructor(columns: readonly ParquetColumn<Row>[]) {
    this.#columns = columns;
    this.#leaves = columns.flatMap(leavesOf);
  }

  begin(): Buffer {
    return MAGIC;
  }

  async group(rows: readonly Row[]): Promise<Buffer> {
    const parts: Buffer[] = [];
    const chunks: Thrift[] = [];
    const from = this.#at;
    for (const { path, physical, page } of this.#leaves) {
      const { values, body } = page(rows);
      const packed = await compress(body);
      const head = thriftBytes(
        struct(
          [1, i32(0)],
          [2, i32(body.length)],
          [3, i32(packed.length)],
          [5, struct([1, i32(values)], [2, i32(PLAIN)], [3, i32(LEVELS)], [4, i32(LEVELS)])],
        ),
      );
      chunks.push(
        struct(
          [2, i64(this.#at)],
          [
            3,
            struct(
              [1, i32(physical)],
              [2, list('i32', [i32(PLAIN), i32(LEVELS)])],
              [3, list('text', path.map(text))],
              [4, i32(ZSTD)],
              [5, i64(values)],
              [6, i64(head.length + body.length)],
              [7, i64(head.length + packed.length)],
              [9, i64(this.#at)],
            ),
          ],
        ),
      );
      parts.push(head, packed);
      this.#at += head.length + packed.length;
    }
    this.#rows += rows.length;
    this.#groups.push(struct([1, list('struct', chunks)], [2, i64(this.#at - from)], [3, i64(rows.length)]));
    return Buffer.concat(parts);
  }

  end(): Buffer {
    const footer = thriftBytes(
      struct(
        [1, i32(1)],
        [2, list('struct', this.#schema())],
        [3, i64(this.#rows)],
        [4, list('struct', this.#groups)],
        [6, text('Tracewell')],
      ),
    );
    const length = Buffer.alloc(4);
    length.writeUInt32LE(footer.length);
    return Buffer.concat([footer, length, MAGIC]);
  }

  #schema(): Thrift[] {
    return [
      struct([4, text('schema')], [5, i32(this.#columns.length)]),
      ...this.#columns.flatMap(({ name, kind, isOptional = false }) =>
        kind === 'map'
          ? [
              struct([3, i32(REQUIRED)], [4, text(name)], [5, i32(1)], [6, i32(MAP)]),
              struct([3, i32(REPEATED)], [4, text('key_value')], [5, i32(2)], [6, i32(KEY_VALUE)]),
              element('key', 'text', REQUIRED),
              element('value', 'text', REQUIRED),
            ]
          : [element(name, kind, isOptional ? OPTIONAL : REQUIRED)],
      ),
    ];
  }
}

const element = (name: string, kind: Kind, repetition: number): Thrift =>
  struct(
    [1, i32(PHYSICAL[kind])],
    [3, i32(repetition)],
    [4, text(name)],
    ...(kind === 'text' ? [[6, i32(TEXT)] as const] : []),
    ...(kind === 'time' ? [[6, i32(MILLISECONDS)] as const] : []),
  );

function leavesOf<Row>({ name, kind, value, isOptional = false }: ParquetColumn<Row>): Leaf<Row>[] {
  const physical = PHYSICAL[kind];
  if (kind === 'map')
    return (['key', 'value'] as const).map((part, at) => ({
      path: [name, 'key_value', part],
      physical,
      page: (rows) =>
        mapPage(
          rows.map((row) => Object.entries(value(row) as Record<string, string>)),
          at,
        ),
    }));
  return [
    {
      path: [name],
      physical,
      page: (rows) => {
        const all = rows.map(value);
        const there = isOptional ? all.filter((each) => each !== null) : all;
        const levels = isOptional ? [levelBytes(all.map((each) => each !== null))] : [];
        return { values: all.length, body: Buffer.concat([...levels, plain(kind, there)]) };
      },
    },
  ];
}

/** A row without entries has one place, which is empty. */
function mapPage(rows: readonly [string, string][][], at: number): { values: number; body: Buffer } {
  const [continues, defined, values]: [boolean[], boolean[], string[]] = [[], [], []];
  for (const entries of rows) {
    if (entries.length === 0) {
      continues.push(false);
      defined.push(false);
    }
    entries.forEach((entry, index) => {
      continues.push(index > 0);
      defined.push(true);
      values.push(entry[at] ?? '');
    });
  }
  return {
    values: defined.length,
    body: Buffer.concat([levelBytes(continues), levelBytes(defined), plain('text', values)]),
  };
}

/** One bit each, the lowest first. */
function bitsOf(flags: readonly boolean[]): Buffer {
  const bits = Buffer.alloc(Math.ceil(flags.length / 8));
  flags.forEach((flag, at) => {
    if (flag) bits[at >> 3] = (bits[at >> 3] ?? 0) | (1 << (at & 7));
  });
  return bits;
}

/** Levels as one packed run, with its length in front. */
function levelBytes(levels: readonly boolean[]): Buffer {
  const bits = bitsOf(levels);
  const run = Buffer.concat([thriftVarint(bits.length * 2 + 1), bits]);
  const length = Buffer.alloc(4);
  length.writeUInt32LE(run.length);
  return Buffer.concat([length, run]);
}

function plain(kind: Kind, values: readonly unknown[]): Buffer {
  if (kind === 'flag') return bitsOf(values.map(Boolean));
  if (kind === 'text' || kind === 'map') {
    const parts: Buffer[] = [];
    for (const value of values) {
      const bytes = Buffer.from(String(value));
      const length = Buffer.alloc(4);
      length.writeUInt32LE(bytes.length);
      parts.push(length, bytes);
    }
    return Buffer.concat(parts);
  }
  const bytes = Buffer.alloc(values.length * 8);
  values.forEach((value, at) => {
    if (kind === 'time') bytes.writeBigInt64LE(BigInt(Number(value)), at * 8);
    else bytes.writeDoubleLE(Number(value), at * 8);
  });
  return bytes;
}
