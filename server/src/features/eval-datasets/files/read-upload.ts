// An uploaded file as items to write: its rows, read by a mapping. A row that cannot be an item has a reason.
import { Compile } from 'typebox/compile';
import { invalid } from '#lib/app-error';
import { fieldFaults } from '#lib/field-faults';
import { once } from '#lib/later';
import { parseJson } from '#lib/safe-json';
import type { ItemWrite } from '../items/schemas.ts';
import { MAX_KEY } from '../items/schemas.ts';
import { refusal } from '../items/plan-batch.ts';
import { mappedItem, suggestMapping, unknownColumns } from './mapping.ts';
import { MAX_ROW_BYTES, type FileRow } from './file-row.ts';
import { uploadedRows, type FileFormat } from './rows.ts';
import { ColumnMapping, type RowRefusal } from './schemas.ts';

const mappingCheck = once(() => Compile(ColumnMapping));
/** A file of JSON may have other members in every row; columns are looked for in the first ones. */
const ROWS_WITH_COLUMNS = 200;
const MAX_COLUMNS = 1_000;
const EXAMPLE_CHARACTERS = 200;

interface Column {
  name: string;
  example: string | null;
}

export interface Upload {
  rowCount: number;
  columns: Column[];
  /** Null if none was given and no column looks like an input. Then there are no writes. */
  mapping: ColumnMapping | null;
  /** With the number of the row of each. */
  writes: { row: number; write: ItemWrite }[];
  refused: RowRefusal[];
}

/** The mapping of the query, or undefined. */
export function readMapping(text: string | undefined): ColumnMapping | undefined {
  if (text === undefined) return undefined;
  const parsed = parseJson(Buffer.from(text));
  if (!parsed.ok) throw invalid('mapping', 'The mapping is not valid JSON.');
  const [fault] = fieldFaults(mappingCheck(), parsed.value);
  if (fault) throw invalid(fault.path ? `mapping.${fault.path}` : 'mapping', fault.message);
  return parsed.value as ColumnMapping;
}

export async function readUpload(
  format: FileFormat,
  bytes: Buffer,
  given: ColumnMapping | undefined,
): Promise<Upload> {
  const upload: Upload = { rowCount: 0, columns: [], mapping: given ?? null, writes: [], refused: [] };
  const columns = new Map<string, string | null>();
  const early: { row: number; fields: Readonly<Record<string, unknown>> }[] = [];
  const isText = format === 'csv' || format === 'parquet';
  const take = (row: number, fields: Readonly<Record<string, unknown>>): void => {
    if (!upload.mapping) return;
    const write = mappedItem(fields, upload.mapping, isText);
    const fault = faultOf(write);
    if (fault) upload.refused.push({ row, ...fault });
    else upload.writes.push({ row, write });
  };
  const settle = (): void => {
    upload.mapping ??= suggestMapping([...columns.keys()]);
    if (given) requireColumns(given, columns);
    for (const { row, fields } of early.splice(0)) take(row, fields);
  };
  for await (const read of uploadedRows(format, bytes)) {
    upload.rowCount += 1;
    const row = upload.rowCount;
    if ('fault' in read) {
      upload.refused.push({ row, ...rowFault(read) });
      continue;
    }
    if (row <= ROWS_WITH_COLUMNS) {
      noteColumns(columns, read.fields);
      early.push({ row, fields: read.fields });
      if (row === ROWS_WITH_COLUMNS) settle();
    } else take(row, read.fields);
  }
  settle();
  upload.columns = [...columns].map(([name, example]) => ({ name, example }));
  return upload;
}

function noteColumns(columns: Map<string, string | null>, fields: Readonly<Record<string, unknown>>): void {
  for (const [name, value] of Object.entries(fields)) {
    if ((columns.get(name) ?? null) !== null || (!columns.has(name) && columns.size >= MAX_COLUMNS)) continue;
    const isThere = value !== null && value !== undefined && value !== '';
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    columns.set(name, isThere ? text.slice(0, EXAMPLE_CHARACTERS).toWellFormed() : null);
  }
}

/** A column that no row has is a mistake in the mapping, not in the rows. */
function requireColumns(mapping: ColumnMapping, columns: ReadonlyMap<string, unknown>): void {
  if (columns.size === 0) return;
  const [unknown] = unknownColumns(mapping, new Set(columns.keys()));
  if (unknown)
    throw invalid(`mapping.${unknown[0]}`, `The file has no column "${unknown[1]}".`, 'unknown_column');
}

function rowFault(read: Extract<FileRow, { fault: string }>) {
  if (read.fault === 'invalid_json') return refusal('invalid_json', 'row', {}, 'The row is not valid JSON.');
  if (read.fault === 'invalid_row')
    return refusal('invalid_row', 'row', {}, 'The row is not an object with named values.');
  return refusal(
    'text_too_long',
    'row',
    { chars: read.bytes, limit: MAX_ROW_BYTES },
    `The row has ${read.bytes} bytes; at most ${MAX_ROW_BYTES} are allowed.`,
  );
}

/** What the body of a request is checked for by its schema. */
function faultOf({ id, externalId, sourceCallId, ...write }: ItemWrite) {
  if (id !== undefined && !(Number.isSafeInteger(id) && id > 0))
    return refusal('unknown_item', 'id', {}, 'The id is not a whole number.');
  for (const [field, text] of [['externalId', externalId] as const, ['sourceCallId', sourceCallId] as const])
    if (text && text.length > MAX_KEY)
      return refusal('invalid_id', field, { limit: MAX_KEY }, `An id has at most ${MAX_KEY} characters.`);
  return hasNul(JSON.stringify({ externalId, sourceCallId, ...write }))
    ? refusal('invalid_row', 'row', {}, 'Text must not contain the character U+0000.')
    : null;
}

const hasNul = (json: string): boolean => json.includes(String.raw`\u0000`);
