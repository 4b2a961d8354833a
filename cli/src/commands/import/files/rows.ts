// The rows of JSON lines, JSON, CSV and Parquet files, and the messages of OTLP files, with the place to go
// on from after each group of rows.
import type { InfoRecord } from 'csv-parse';
import { Readable } from 'node:stream';
import { wrongInput } from '../../../service/fault.ts';
import { isFields, type Fields } from '../../../service/read.ts';
import type { SourcePosition } from '../source.ts';
import { fileFrames, otlpFormOf, wholeFile } from './frames.ts';
import { fileLines, openFile } from './lines.ts';
import { parquetFileRows } from './parquet.ts';

export interface Row {
  /** Null if the line is no JSON object. */
  fields: Fields | null;
  /** The line itself, for JSON lines. */
  text: string | null;
  /** For JSON lines: the number of the line, and where the next one begins. */
  line?: { end: number; number: number };
  /** A message of OTLP in protobuf. */
  bytes?: Buffer;
  /** For examples: `export.jsonl:17`. */
  place: string;
}

interface Rows {
  rows: Row[];
  next: SourcePosition;
  share: number | null;
  /** The index of the file. */
  file: number;
  /** For JSON lines: the line before the first row, and where that row begins. */
  start: { end: number; number: number } | null;
}

export type RowFormat = 'jsonl' | 'csv' | 'parquet' | 'otlp';

interface FilePosition {
  file: number;
  end: number;
  number: number;
}

const START: FilePosition = { file: 0, end: 0, number: 0 };

const positionIn = (from: SourcePosition | null): FilePosition => ({ ...START, ...from });

const GROUP = 1_000;

export const formatOfRows = (file: string): RowFormat =>
  /\.csv(\.gz)?$/i.test(file) ? 'csv' : /\.parquet$/i.test(file) ? 'parquet' : 'jsonl';

/** All files in order. */
export async function* fileRows(
  files: readonly string[],
  formatOf: (file: string) => RowFormat,
  from: SourcePosition | null,
): AsyncGenerator<Rows> {
  const first = positionIn(from);
  for (const [at, file] of files.entries()) {
    if (at < first.file) continue;
    const start = at === first.file ? first : { ...START, file: at };
    const read = READERS[formatOf(file)];
    for await (const { rows, end, number, share, start: before = null } of read(file, start)) {
      const next = { file: at, end, number };
      yield { rows, next, share: (at + share) / files.length, file: at, start: before };
    }
  }
}

interface Group extends Partial<Pick<Rows, 'start'>> {
  rows: Row[];
  end: number;
  number: number;
  share: number;
}

async function* jsonRows(file: string, from: FilePosition): AsyncGenerator<Group> {
  let isFirst = from.end === 0;
  let start = { end: from.end, number: from.number };
  for await (const { lines, share } of fileLines(file, from)) {
    if (isFirst && lines[0] && isWholeDocument(lines[0].text)) {
      yield await documentRows(file);
      return;
    }
    isFirst = false;
    for (let at = 0; at < lines.length; at += GROUP) {
      const some = lines.slice(at, at + GROUP);
      const rows: Row[] = [];
      for (const { text, end, number } of some) {
        if (text.trim() === '') continue;
        rows.push({ fields: fieldsOf(text), text, place: `${file}:${number}`, line: { end, number } });
      }
      const { end = 0, number = 0 } = some.at(-1) ?? {};
      yield { rows, end, number, share, start };
      start = { end, number };
    }
  }
}

function fieldsOf(text: string): Fields | null {
  try {
    const value: unknown = JSON.parse(text);
    return isFields(value) ? value : null;
  } catch {
    return null;
  }
}

/** A list, or an object over several lines. */
function isWholeDocument(first: string): boolean {
  const text = first.trim();
  return text.startsWith('[') || (text.startsWith('{') && fieldsOf(text) === null);
}

/** Lists under these names are the rows of a document. */
const LISTS = ['records', 'data', 'runs', 'spans', 'observations', 'items'];

async function documentRows(file: string): Promise<Group> {
  const whole = await wholeFile(file);
  let value: unknown;
  try {
    value = JSON.parse(whole.toString());
  } catch {
    throw wrongInput(
      'invalid_json',
      `${file} is neither JSON lines nor one JSON document. Each line must be a JSON object, or the file must be a list.`,
    );
  }
  const list = Array.isArray(value)
    ? (value as unknown[])
    : isFields(value)
      ? (LISTS.map((name) => value[name]).find(Array.isArray) ?? [value])
      : [value];
  const rows = list.map((item, at) => ({
    fields: isFields(item) ? item : null,
    text: null,
    place: `${file}[${at}]`,
  }));
  return { rows, end: whole.length, number: rows.length, share: 1 };
}

interface CsvRow {
  record: Record<string, string>;
  info: InfoRecord & { bytes: number };
}

async function* csvRows(file: string, from: FilePosition): AsyncGenerator<Group> {
  const { chunks, share } = await openFile(file);
  // The service has these commands too, and must not load it at its start.
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: true,
    bom: true,
    info: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const source = Readable.from(chunks);
  source.on('error', (error) => parser.destroy(error));
  source.pipe(parser);
  let rows: Row[] = [];
  let end = 0;
  let number = 0;
  try {
    for await (const { record, info } of parser as AsyncIterable<CsvRow>) {
      number += 1;
      end = info.bytes;
      if (number <= from.number) continue;
      rows.push({ fields: record, text: null, place: `${file}:${info.lines}` });
      if (rows.length < GROUP) continue;
      yield { rows, end, number, share: share() };
      rows = [];
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw wrongInput('invalid_csv', `${file}: ${error.message}`);
    throw error;
  }
  if (rows.length > 0) yield { rows, end, number, share: 1 };
}

async function* parquetRows(file: string, from: FilePosition): AsyncGenerator<Group> {
  for await (const { rows: read, number, total } of parquetFileRows(file, from.number)) {
    const first = number - read.length;
    for (let at = 0; at < read.length; at += GROUP) {
      const some = read.slice(at, at + GROUP);
      const last = first + at + some.length;
      const rows = some.map((fields, index) => ({
        fields,
        text: null,
        place: `${file}[${first + at + index}]`,
      }));
      yield { rows, end: last, number: last, share: last / total };
    }
  }
}

async function* otlpRows(file: string, from: FilePosition): AsyncGenerator<Group> {
  const form = await otlpFormOf(file);
  if (form === 'lines') {
    yield* jsonRows(file, from);
    return;
  }
  if (form === 'request') {
    const bytes = await wholeFile(file);
    const rows = [{ fields: null, text: null, bytes, place: file }];
    if (from.end < bytes.length) yield { rows, end: bytes.length, number: 1, share: 1 };
    return;
  }
  for await (const { bytes, end, number, share } of fileFrames(file, from.end)) {
    const place = `${file}#${number}`;
    // With compression, a message may be JSON.
    const isJson = bytes[0] === '{'.codePointAt(0);
    const text = isJson ? bytes.toString() : null;
    const row =
      text === null ? { fields: null, text, bytes, place } : { fields: fieldsOf(text), text, place };
    yield { rows: [row], end, number, share };
  }
}

const READERS: Readonly<Record<RowFormat, (file: string, from: FilePosition) => AsyncGenerator<Group>>> = {
  jsonl: jsonRows,
  csv: csvRows,
  parquet: parquetRows,
  otlp: otlpRows,
};
