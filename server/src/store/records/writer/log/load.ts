// A segment into the engine: the files are in its own format, so it reads them itself. The token makes a second load of the
// same segment, after a crash between loading and deleting, store nothing.
import type { RecordsEngine } from '../../engine.ts';
import { quoted } from '../../literal.ts';
import { CALL_COLUMNS } from '../rows/call-row.ts';
import { columnNames, structure, type Column } from '../rows/columns.ts';
import { CONTENT_COLUMNS } from '../rows/content-row.ts';
import { OBSERVATION_COLUMNS } from '../rows/observation-row.ts';
import { FILES, NEWEST_FORM, type DataFile } from './frame.ts';
import type { SealedSegment } from './log.ts';
import { fileOf } from './segment.ts';

const COLUMNS: Readonly<Record<DataFile, readonly Column[]>> = {
  calls: CALL_COLUMNS,
  observations: OBSERVATION_COLUMNS,
  call_content: CONTENT_COLUMNS,
};

/** Columns that earlier forms of segments do not have. */
const SINCE = new Map([
  ['words', 2],
  ['input_hash', 3],
  ['tools_hash', 3],
]);

export function loadSql(folder: string, { name, form = NEWEST_FORM }: SealedSegment, file: DataFile): string {
  const columns = COLUMNS[file].filter((column) => (SINCE.get(column.name) ?? 1) <= form);
  const from = `file(${quoted(fileOf(folder, name, file))}, 'RowBinary', ${quoted(structure(columns))})`;
  return (
    `INSERT INTO ${file} (${columnNames(columns)}) SELECT ${columnNames(columns)} FROM ${from} ` +
    `SETTINGS insert_deduplication_token = ${quoted(`${name}.${file}`)}, deduplicate_blocks_in_dependent_materialized_views = 1`
  );
}

export async function loadSegment(
  engine: RecordsEngine,
  folder: string,
  segment: SealedSegment,
): Promise<void> {
  for (const file of FILES) {
    if (segment.rows[file] > 0) await engine.command(loadSql(folder, segment, file));
  }
}
