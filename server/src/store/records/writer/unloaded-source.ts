// Calls that are not loaded yet, as something that a statement can read from.
import { quoted } from '../engine/literal.ts';
import { CALL_COLUMNS } from './rows/call-row.ts';
import { structure } from './rows/columns.ts';

/** Numbers to the engine, unless it is told; in an answer together with rows of the table they would all be numbers. */
const FLAGS = new Set(['pii_redacted', 'has_content']);

const STRUCTURE = structure(
  CALL_COLUMNS.map(({ name, type }) => ({ name, type: FLAGS.has(name) ? 'Bool' : type })),
);

/** A file of RowBinary. */
export const unloadedSource = (file: string): string =>
  `file(${quoted(file)}, 'RowBinary', ${quoted(STRUCTURE)})`;
