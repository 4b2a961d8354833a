// The rows of an uploaded file, one after the other. A row that cannot be read is a fault by itself; a file
// that cannot be read is a 400.
import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { AppError } from '#lib/app-error';
import { jsonChildren, type JsonChildren } from '#lib/json-pieces';
import { parseInPieces } from '#lib/large-json';
import { Pace } from '#lib/yield-to-event-loop';
import { badFile, MAX_ROW_BYTES, MAX_ROWS, tooManyRows, type FileRow } from './file-row.ts';
import { parquetRows } from './parquet-rows.ts';

export const FILE_TYPES = {
  'text/csv': 'csv',
  'application/x-ndjson': 'jsonl',
  'application/json': 'json',
  'application/vnd.apache.parquet': 'parquet',
} as const;
export type FileType = keyof typeof FILE_TYPES;
export type FileFormat = (typeof FILE_TYPES)[FileType];

/** All brackets of a JSON document are looked at before its first row is read. */
const JSON_BYTES = 16 * 1_048_576;
const MAX_COLUMNS = 1_000;

/** At most `MAX_ROWS`. The thread is shared while they are read. */
export async function* uploadedRows(format: FileFormat, bytes: Buffer): AsyncGenerator<FileRow> {
  if (bytes.length === 0) throw badFile('file_empty', 'The file is empty.');
  if (format !== 'parquet' && !isUtf8(bytes))
    throw badFile('invalid_utf8', 'The file is not UTF-8. Save it as UTF-8 and send it again.');
  const pace = new Pace();
  let count = 0;
  for await (const row of READERS[format](bytes, pace)) {
    count += 1;
    if (count > MAX_ROWS) throw tooManyRows();
    yield row;
    if (pace.isDue) await pace.rest();
  }
}

type Rows = AsyncIterable<FileRow>;

const READERS: Readonly<Record<FileFormat, (bytes: Buffer, pace: Pace) => Rows>> = {
  csv: csvRows,
  jsonl: jsonLines,
  json: jsonRows,
  parquet: parquetRows,
};

const isFields = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const rowOf = (value: unknown): FileRow => (isFields(value) ? { fields: value } : { fault: 'invalid_row' });

const NEW_LINE = 0x0a;

async function* jsonLines(bytes: Buffer, pace: Pace): AsyncGenerator<FileRow> {
  for (let at = 0; at < bytes.length;) {
    if (pace.isDue) await pace.rest();
    const found = bytes.indexOf(NEW_LINE, at);
    const end = found === -1 ? bytes.length : found;
    const line = bytes.subarray(at, end);
    at = end + 1;
    const row = await jsonRow(line, pace);
    if (row) yield row;
  }
}

const isBlank = (text: Buffer): boolean =>
  text.every((byte) => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === NEW_LINE);

/** Null for a blank line. */
async function jsonRow(text: Buffer, pace: Pace): Promise<FileRow | null> {
  if (text.length > MAX_ROW_BYTES) return { fault: 'row_too_large', bytes: text.length };
  if (isBlank(text)) return null;
  const parsed = await parseInPieces(text, pace);
  return parsed.ok ? rowOf(parsed.value) : { fault: 'invalid_json' };
}

/** Names of lists in documents of other systems. */
const LISTS = ['items', 'data', 'records', 'rows', 'examples'];

async function* jsonRows(bytes: Buffer, pace: Pace): AsyncGenerator<FileRow> {
  if (bytes.length > JSON_BYTES)
    throw badFile('file_too_large', 'A JSON file can have at most 16 MiB. Send the rows as JSON lines.');
  for (const text of await rowTexts(bytes, pace))
    yield (await jsonRow(text, pace)) ?? { fault: 'invalid_json' };
}

async function rowTexts(bytes: Buffer, pace: Pace): Promise<Buffer[]> {
  const whole = await jsonChildren(bytes, pace, MAX_ROWS);
  if (whole === null)
    throw badFile('invalid_json', 'The file is not valid JSON, or not a list or an object.');
  const list = whole.kind === 'list' ? whole : await listIn(whole, pace);
  if (!list) throw badFile('invalid_file', 'The file must be a list of objects, or an object with `items`.');
  if (list.count > MAX_ROWS) throw tooManyRows();
  return list.children.map(({ text }) => text);
}

async function listIn({ children }: JsonChildren, pace: Pace): Promise<JsonChildren | null> {
  for (const name of LISTS) {
    const member = children.find(({ key }) => key === name);
    const found = member ? await jsonChildren(member.text, pace, MAX_ROWS) : null;
    if (found?.kind === 'list') return found;
  }
  return null;
}

const SLICE = 65_536;

function* slices(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE);
}

async function* csvRows(bytes: Buffer): AsyncGenerator<FileRow> {
  // Loaded at first use: few processes ever read a CSV file.
  const { parse } = await import('csv-parse');
  const parser = parse({
    columns: (names: string[]) => columnNames(names),
    delimiter: delimiterOf(bytes),
    bom: true,
    relax_column_count: true,
    skip_empty_lines: true,
  });
  Readable.from(slices(bytes)).pipe(parser);
  try {
    for await (const record of parser as AsyncIterable<Record<string, string>>) yield { fields: record };
  } catch (error) {
    if (error instanceof AppError) throw error;
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('CSV_'))
      throw badFile('invalid_csv', `The file is not valid CSV: ${error.message.slice(0, 300)}`, error);
    throw error;
  }
}

/** A name that appears twice gets a number, so that no column hides another. */
function columnNames(names: readonly string[]): string[] {
  if (names.length > MAX_COLUMNS)
    throw badFile('too_many_columns', `The file has more than ${MAX_COLUMNS} columns.`);
  const seen = new Map<string, number>();
  return names.map((given, at) => {
    const name = given.trim() || `column ${at + 1}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    return times === 1 ? name : `${name} (${times})`;
  });
}

/** Spreadsheets of many countries write semicolons; the first line decides. */
function delimiterOf(bytes: Buffer): string {
  const end = bytes.indexOf(NEW_LINE);
  const head = bytes.subarray(0, Math.min(end === -1 ? bytes.length : end, SLICE)).toString();
  const bare = head.replaceAll(/"(?:[^"]|"")*"/g, '');
  const counts = [',', ';', '\t'].map((mark) => [mark, bare.split(mark).length] as const);
  return counts.reduce((best, each) => (each[1] > best[1] ? each : best))[0];
}
