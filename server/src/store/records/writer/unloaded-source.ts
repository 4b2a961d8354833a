// Calls that are not loaded yet, as a source for FROM.
import { quoted } from '../engine/literal.ts';
import { CALL_COLUMNS } from './rows/call-row.ts';
import { structure } from './rows/columns.ts';

/** Declared as Bool: as numbers they would turn the column into numbers for rows of the table too. */
const FLAGS = new Set(['pii_redacted', 'has_content']);

const STRUCTURE = structure(
  CALL_COLUMNS.map(({ name, type }) => ({ name, type: FLAGS.has(name) ? 'Bool' : type })),
);

/** A file of RowBinary. */
export const unloadedSource = (file: string): string =>
  `file(${quoted(file)}, 'RowBinary', ${quoted(STRUCTURE)})`;
