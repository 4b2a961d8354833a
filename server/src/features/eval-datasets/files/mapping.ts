// Which field of a row becomes which field of an item. A field is named by its column, or by a path into a
// column that holds JSON: `example.messages`, `turns.0.text`.
import { parseJson } from '#lib/safe-json';
import type { ItemWrite } from '../items/schemas.ts';
import type { ColumnMapping } from './schemas.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Names of other systems, by our own. The first that a file has is taken. */
const NAMES = {
  input: ['input', 'inputText', 'question', 'prompt', 'messages', 'query', 'inputs', 'instruction', 'text'],
  expectedOutput: [
    'expectedOutput',
    'expected_output',
    'expected',
    'answer',
    'output',
    'reference',
    'ground_truth',
    'ideal',
    'target',
    'completion',
    'response',
    'outputs',
  ],
  metadata: ['metadata'],
  split: ['split'],
  externalId: ['externalId', 'external_id', 'id', 'key', 'uuid'],
  sourceCallId: ['sourceCallId'],
} as const;

/** A mapping by the usual names; null without a column for the input. */
export function suggestMapping(columns: readonly string[]): ColumnMapping | null {
  const byName = new Map(columns.map((name) => [name.toLowerCase(), name]));
  const taken = new Set<string>();
  const found = (names: readonly string[]): string | undefined => {
    const name = names.map((each) => byName.get(each.toLowerCase())).find((each) => each && !taken.has(each));
    if (name !== undefined) taken.add(name);
    return name;
  };
  const input = found(NAMES.input);
  if (input === undefined) return null;
  const metadata = found(NAMES.metadata);
  const optional = {
    expectedOutput: found(NAMES.expectedOutput),
    metadata: metadata === undefined ? undefined : [metadata],
    split: found(NAMES.split),
    externalId: found(NAMES.externalId),
    sourceCallId: found(NAMES.sourceCallId),
  };
  const given = Object.entries(optional).filter(([, value]) => value !== undefined);
  return { input, ...(Object.fromEntries(given) as Omit<ColumnMapping, 'input'>) };
}

/** The columns that a mapping names and a file lacks, with the field that names them. */
export function unknownColumns(
  mapping: ColumnMapping,
  columns: ReadonlySet<string>,
): [field: string, name: string][] {
  const named = Object.entries(mapping).flatMap(([field, names]) =>
    [names].flat().map((name): [string, string] => [field, name]),
  );
  return named.filter(([, name]) => !columns.has(name) && !columns.has(name.split('.', 1)[0] ?? ''));
}

/** A field that the mapping does not name, or that the row lacks, is left out. */
export function mappedItem(fields: Fields, mapping: ColumnMapping, isText: boolean): ItemWrite {
  const read = (name: string): unknown => valueAt(fields, name, isText);
  const several = (names: string | readonly string[]): unknown => {
    if (typeof names === 'string') return read(names);
    const members = names.map((name) => [name, read(name)] as const).filter(([, value]) => isThere(value));
    return members.length === 0 ? undefined : Object.fromEntries(members);
  };
  const item: ItemWrite = {};
  const input = several(mapping.input);
  if (isThere(input)) item.input = input;
  const expected = mapping.expectedOutput === undefined ? undefined : several(mapping.expectedOutput);
  if (isThere(expected)) item.expectedOutput = expected;
  const metadata = mapping.metadata === undefined ? undefined : metadataAt(mapping.metadata, read);
  if (isThere(metadata)) item.metadata = metadata as Record<string, unknown>;
  for (const field of ['split', 'externalId', 'sourceCallId'] as const) {
    const name = mapping[field];
    const value = name === undefined ? undefined : read(name);
    if (isThere(value)) item[field] = typeof value === 'string' ? value : JSON.stringify(value);
  }
  const id = mapping.id === undefined ? undefined : read(mapping.id);
  if (isThere(id)) item.id = Number(id);
  return item;
}

const isThere = (value: unknown): boolean => value !== undefined && value !== null && value !== '';

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** One column with an object is the metadata itself; otherwise each column is a member of it. */
function metadataAt(names: readonly string[], read: (name: string) => unknown): unknown {
  const [only] = names;
  const value = names.length === 1 && only !== undefined ? read(only) : undefined;
  if (isObject(value)) return value;
  const members = names.map((name) => [name, read(name)] as const).filter(([, each]) => isThere(each));
  return members.length === 0 ? undefined : Object.fromEntries(members);
}

function valueAt(fields: Fields, name: string, isText: boolean): unknown {
  if (Object.hasOwn(fields, name)) return cellValue(fields[name], isText);
  const [column = '', ...path] = name.split('.');
  if (!Object.hasOwn(fields, column)) return undefined;
  let value: unknown = cellValue(fields[column], true);
  for (const part of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, part)) return undefined;
    value = (value as Record<string, unknown>)[part];
  }
  return value;
}

/** An apostrophe before a sign keeps a spreadsheet from running a cell; exports write it. */
const QUOTED_SIGN = /^'(?=\s*[=+\-@\t\r＝＋－＠])/;

/** No item may have more. It is refused as the text that it is. */
const MAX_CELL = 1_048_576;

/** Cells of text files hold JSON as text. A text that only looks like JSON stays a text. */
function cellValue(value: unknown, isText: boolean): unknown {
  if (typeof value !== 'string' || !isText) return value;
  const text = value.replace(QUOTED_SIGN, '');
  if (text.length > MAX_CELL || !/^\s*[[{]/.test(text)) return text;
  const parsed = parseJson(Buffer.from(text));
  return parsed.ok ? parsed.value : text;
}
