// Calls of a stretch of time in which a text is found, or whose sealed content may have its words. The second kind is for the
// asker to open and check: the index has hashes of words, which two words may share.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { mapInPieces } from '#lib/pace';
import type { RecordsEngine } from '../engine/engine.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere, SEARCH, type CallFilter } from './call-filter.ts';
import { Where, type Scope } from './scope.ts';
import { CALL_BYTES, callBytes, queryWithin } from './within-bytes.ts';

export interface SearchPage {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  descending: boolean;
  after: { timestampMs: number; id: string } | null;
  limit: number;
  /** Leaves out what is found without its content. */
  onlyContent: boolean;
  /** Hashes of the words, all of which must be there; one list for each key that the account has had. */
  words: readonly (readonly number[])[];
}

export interface FoundCall extends ReadCall {
  /** Found in what is not content, so there is nothing to check. */
  certain: boolean;
  bytes: number;
}

export async function searchCalls(
  engine: RecordsEngine,
  scope: Scope,
  filter: CallFilter & { search: string },
  page: SearchPage,
): Promise<FoundCall[]> {
  const rows = await queryWithin<CallRow & { certain: number | boolean }>(engine, {
    statement: (columns) => searchCallsSql(scope, filter, page, columns),
    columns: FOUND_SELECT,
    bytes: CALL_BYTES,
    max: MAX_ANSWER_BYTES,
  });
  return mapInPieces(rows, (row) =>
    Object.assign(callFromRow(row), { certain: Boolean(row.certain), bytes: callBytes(row) }),
  );
}

const FOUND_SELECT = `${CALL_SELECT}, ${SEARCH} AS certain`;

export function searchCallsSql(
  scope: Scope,
  filter: CallFilter & { search: string },
  page: SearchPage,
  columns = FOUND_SELECT,
) {
  const { search, ...rest } = filter;
  const stretch = { startMs: page.startMs, endMs: page.endMs };
  const where = callsWhere(scope, { ...rest, ...stretch });
  // Content belongs to records, which belong to projects: the outer statement sees to those.
  const content = Where.of({ ...scope, project: null })
    .and('timestamp >= fromUnixTimestamp64Milli({start: Int64})')
    .and('timestamp < fromUnixTimestamp64Milli({end: Int64})');
  const found = (words: string) =>
    `SELECT timestamp, id FROM call_content WHERE ${content.sql}\n  AND (${words})`;
  const { packed, inArrays, params } = wordsSql(page.words);
  const inContent = `(has_content AND (timestamp, id) IN (${found(packed)}\nUNION ALL ${found(inArrays)}))`;
  where.and(page.onlyContent ? `NOT ${SEARCH}\n  AND ${inContent}` : `(${SEARCH} OR ${inContent})`, {
    search,
    ...params,
  });
  if (page.after) {
    where.and(
      `(timestamp, id) ${page.descending ? '<' : '>'} (fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})`,
      { afterMs: page.after.timestampMs, afterId: page.after.id },
    );
  }
  const direction = page.descending ? 'DESC' : 'ASC';
  return {
    sql: `SELECT ${columns}
FROM calls
WHERE ${where.sql}
ORDER BY timestamp ${direction}, id ${direction}
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit: page.limit },
  };
}

/**
 * Rows have their words as bytes, or, from earlier versions, in an array with an index over it. One statement for each: an OR of
 * both would not use the index. Bytes of two neighbouring hashes may look like one that is asked for; the caller checks the text anyway.
 */
function wordsSql(words: SearchPage['words']) {
  const params: Record<string, string | number[]> = {};
  const packed = words.map((hashes, key) =>
    hashes
      .map((hash, at) => {
        const name = `word${key}_${at}`;
        params[name] = hash.toString(16).padStart(6, '0');
        return `position(word_hashes, unhex({${name}: String})) > 0`;
      })
      .join(' AND '),
  );
  const inArrays = words.map((hashes, key) => {
    params[`words${key}`] = [...hashes];
    return `hasAll(words, {words${key}: Array(UInt32)})`;
  });
  return {
    packed: packed.map((all) => `(${all})`).join(' OR '),
    inArrays: inArrays.join(' OR '),
    params,
  };
}
