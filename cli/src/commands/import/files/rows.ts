// The rows of JSON lines, JSON and CSV files, with the place to go on from after each group of rows.
import type { InfoRecord } from 'csv-parse';
import { Readable } from 'node:stream';
import { wrongInput } from '../../../service/fault.ts';
import { isFields, type Fields } from '../../../service/read.ts';
import type { SourcePosition } from '../source.ts';
import { fileLines, openFile } from './lines.ts';

export interface Row {
  /** Null if the line is no JSON object. */
  fields: Fields | null;
  /** The line itself, for JSON lines. */
  text: string | null;
  /** For examples: `export.jsonl:17`. */
  place: string;
}

interface Rows {
  rows: Row[];
  next: SourcePosition;
  share: number | null;
}

export type RowFormat = 'jsonl' | 'csv';

interface FilePosition {
  file: number;
  end: number;
  number: number;
}

const START: FilePosition = { file: 0, end: 0, number: 0 };

const positionIn = (from: SourcePosition | null): FilePosition => ({ ...START, ...from });

const GROUP = 1_000;

export const formatOfRows = (file: string): RowFormat => (/\.csv(\.gz)?$/i.test(file) ? 'csv' : 'jsonl');

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
    const read = formatOf(file) === 'csv' ? csvRows : jsonRows;
    for await (const { rows, end, number, share } of read(file, start)) {
      yield { rows, next: { file: at, end, number }, share: (at + share) / files.length };
    }
  }
}

interface Group {
  rows: Row[];
  end: number;
  number: number;
  share: number;
}

async function* jsonRows(file: string, from: FilePosition): AsyncGenerator<Group> {
  let isFirst = from.end === 0;
  for await (const { lines, share } of fileLines(file, from)) {
    if (isFirst && lines[0] && isWholeDocument(lines[0].text)) {
      yield await documentRows(file);
      return;
    }
    isFirst = false;
    for (let at = 0; at < lines.length; at += GROUP) {
      const some = lines.slice(at, at + GROUP);
      const rows: Row[] = [];
      for (const { text, number } of some) {
        if (text.trim() === '') continue;
        rows.push({ fields: fieldsOf(text), text, place: `${file}:${number}` });
      }
      const { end = 0, number = 0 } = some.at(-1) ?? {};
      yield { rows, end, number, share };
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
  const parts: Buffer[] = [];
  for await (const chunk of (await openFile(file)).chunks) parts.push(chunk);
  const whole = Buffer.concat(parts);
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
