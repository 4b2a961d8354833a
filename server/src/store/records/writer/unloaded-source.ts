// Records that are not loaded yet, as sources for FROM.
import { quoted } from '../engine/literal.ts';
import type { DataFile } from './log/segment.ts';
import { CALL_COLUMNS } from './rows/call-row.ts';
import { structure, type Column } from './rows/columns.ts';
import { CONTENT_COLUMNS } from './rows/content-row.ts';
import { MESSAGE_COLUMNS } from './rows/message-row.ts';
import { OBSERVATION_COLUMNS } from './rows/observation-row.ts';

/** Declared as Bool: as numbers they would turn the column into numbers for rows of the table too. */
const FLAGS = new Set(['pii_redacted', 'has_content']);

const structureOf = (columns: readonly Column[]): string =>
  structure(columns.map(({ name, type }) => ({ name, type: FLAGS.has(name) ? 'Bool' : type })));

const STRUCTURES: Readonly<Record<DataFile, string>> = {
  calls: structureOf(CALL_COLUMNS),
  observations: structureOf(OBSERVATION_COLUMNS),
  call_content: structureOf(CONTENT_COLUMNS),
  messages: structureOf(MESSAGE_COLUMNS),
};

/** Undefined if the table has no such records. */
export function unloadedSource(
  files: ReadonlyMap<DataFile, string> | undefined,
  table: DataFile,
): string | undefined {
  const file = files?.get(table);
  return file === undefined ? undefined : `file(${quoted(file)}, 'RowBinary', ${quoted(STRUCTURES[table])})`;
}
