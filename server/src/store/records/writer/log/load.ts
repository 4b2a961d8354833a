// Loads segments into the engine, which reads the files itself because they are in its own format. With the
// token, a second load of the same segments after a crash stores nothing.
import type { RecordsEngine } from '../../engine/engine.ts';
import { quoted } from '../../engine/literal.ts';
import { CALL_COLUMNS } from '../rows/call-row.ts';
import { columnNames, structure, type Column } from '../rows/columns.ts';
import { CONTENT_COLUMNS } from '../rows/content-row.ts';
import { MESSAGE_COLUMNS } from '../rows/message-row.ts';
import { OBSERVATION_COLUMNS } from '../rows/observation-row.ts';
import { FILES, type DataFile } from './segment.ts';
import type { SealedSegment } from './loader.ts';
import { fileOf } from './segment.ts';

const COLUMNS: Readonly<Record<DataFile, readonly Column[]>> = {
  calls: CALL_COLUMNS,
  observations: OBSERVATION_COLUMNS,
  call_content: CONTENT_COLUMNS,
  messages: MESSAGE_COLUMNS,
};

const rowsOf = (folder: string, { name }: SealedSegment, file: DataFile): string =>
  `file(${quoted(fileOf(folder, name, file))}, 'RowBinary', ${quoted(structure(COLUMNS[file]))})`;

export function tokenOf(segments: readonly SealedSegment[]): string {
  const [first = '', ...others] = segments.map(({ name }) => name);
  return [first, ...others.slice(-1)].join('_');
}

/**
 * The segments with rows for this table. Files are named one by one, not by a pattern, because a missing file
 * must be an error.
 */
export const selectFrom = (
  folder: string,
  segments: readonly SealedSegment[],
  file: DataFile,
  columns: string,
): string =>
  segments
    .filter(({ rows }) => rows[file] > 0)
    .map((segment) => `SELECT ${columns} FROM ${rowsOf(folder, segment, file)}`)
    .join(' UNION ALL ');

/** Without a token; the caller adds a WHERE. */
export function insertFrom(folder: string, segments: readonly SealedSegment[], file: DataFile): string {
  const columns = columnNames(COLUMNS[file]);
  return `INSERT INTO ${file} (${columns}) SELECT ${columns} FROM (${selectFrom(folder, segments, file, columns)})`;
}

/**
 * A small load spends most of its time planning its statement and the views behind it, while readers wait. The
 * older planner takes a quarter less time. Rows that a view has grouped need no second grouping when they are
 * stored. The filters on trace and session are left to the first merge, because a small new part is read as
 * fast without them.
 */
const QUICK = 'enable_analyzer = 0, optimize_on_insert = 0, materialize_skip_indexes_on_insert = 0';

function loadSql(folder: string, segments: readonly SealedSegment[], file: DataFile): string {
  const columns = columnNames(COLUMNS[file]);
  const several = segments.filter(({ rows }) => rows[file] > 0).length > 1;
  // One block and one thread: an insert must store the same under its token each time.
  return (
    `INSERT INTO ${file} (${columns}) ${selectFrom(folder, segments, file, columns)} ` +
    `SETTINGS insert_deduplication_token = ${quoted(`${tokenOf(segments)}.${file}`)}, deduplicate_blocks_in_dependent_materialized_views = 1` +
    `, ${QUICK}` +
    (several ? ', max_threads = 1' : '')
  );
}

export async function loadSegments(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
): Promise<void> {
  for (const file of FILES) {
    if (segments.some(({ rows }) => rows[file] > 0)) await engine.command(loadSql(folder, segments, file));
  }
}

interface WaitingRows {
  /** The name of the segment. */
  segment: string;
  account: number;
  ids: string[];
  /** Arrivals by UTC day (`YYYY-MM-DD`). */
  arrived: Map<string, number>;
}

const ASKED_AT_ONCE = 16;

/**
 * Contents of segments that the engine does not have yet. Several per query, because a small query costs as
 * much as a large one.
 */
export async function waitingRows(
  engine: RecordsEngine,
  folder: string,
  segments: readonly SealedSegment[],
): Promise<WaitingRows[]> {
  const found: WaitingRows[] = [];
  const parts = segments.flatMap((segment) =>
    (['calls', 'observations'] as const)
      .filter((file) => segment.rows[file] > 0)
      .map(
        (file) =>
          `SELECT ${quoted(segment.name)} AS segment, account, groupArray(id) AS ids, groupArray(toString(toDate(received_at))) AS days
           FROM ${rowsOf(folder, segment, file)} GROUP BY account`,
      ),
  );
  for (let from = 0; from < parts.length; from += ASKED_AT_ONCE) {
    const rows = await engine.query<Omit<WaitingRows, 'arrived'> & { days: string[] }>(
      parts.slice(from, from + ASKED_AT_ONCE).join('\nUNION ALL '),
    );
    for (const { days, ...row } of rows) {
      const arrived = new Map<string, number>();
      for (const day of days) arrived.set(day, (arrived.get(day) ?? 0) + 1);
      found.push({ ...row, arrived });
    }
  }
  return found;
}
