// Calls of a window that contain a text, and calls whose sealed content may have its words. The caller opens
// and checks the second kind: the index has hashes of words, and two words may share one.
import { MAX_ANSWER_BYTES } from '#lib/answer-bytes';
import { mapInPieces } from '#lib/yield-to-event-loop';
import type { CallRef } from '../record.ts';
import { aboutFilter } from './about.ts';
import { CALL_SELECT, callFromRow, type CallRow, type ReadCall } from './call-columns.ts';
import { callsWhere, SEARCH, type CallFilter } from './call-filter.ts';
import { question } from './question.ts';
import { SHARED_FOR_MS } from '../writer/rows/stored.ts';
import { OF_ACCOUNT, Where, type Scope } from './scope.ts';
import { CALL_BYTES, callBytes, queryWithin } from './within-bytes.ts';

interface SearchPage {
  /** Inclusive. */
  startMs: number;
  /** Exclusive. */
  endMs: number;
  descending: boolean;
  after: CallRef | null;
  limit: number;
  /** Leaves out calls that are found without their content. */
  onlyContent: boolean;
  /** Hashes of the words, all of which must match; one list for each key that the account has had. */
  words: readonly (readonly number[])[];
}

export interface FoundCall extends ReadCall {
  /** Found outside content, so there is nothing to check. */
  certain: boolean;
  bytes: number;
}

const FOUND_SELECT = `${CALL_SELECT}, ${SEARCH} AS certain`;

export const selectFoundCalls = question({
  name: 'selectFoundCalls',
  heavy: true,
  about: aboutFilter,
  run: async (
    engine,
    scope,
    filter: CallFilter & { search: string },
    page: SearchPage,
  ): Promise<FoundCall[]> => {
    const rows = await queryWithin<CallRow & { certain: number | boolean }>(engine, {
      statement: (columns) => foundCallsSql(scope, filter, page, columns),
      columns: FOUND_SELECT,
      bytes: CALL_BYTES,
      max: MAX_ANSWER_BYTES,
    });
    return mapInPieces(rows, (row) =>
      Object.assign(callFromRow(row), { certain: Boolean(row.certain), bytes: callBytes(row) }),
    );
  },
});

export function foundCallsSql(
  scope: Scope,
  filter: CallFilter & { search: string },
  page: SearchPage,
  columns = FOUND_SELECT,
) {
  const { search, ...rest } = filter;
  const stretch = { startMs: page.startMs, endMs: page.endMs };
  const where = callsWhere(scope, { ...rest, ...stretch });
  // Content has no project. The outer statement filters by project.
  const content = Where.of({ ...scope, project: null })
    .and('timestamp >= fromUnixTimestamp64Milli({start: Int64})')
    .and('timestamp < fromUnixTimestamp64Milli({end: Int64})');
  const words = wordsSql(page.words);
  const inContent = `(has_content AND (${words.masks
    .map((mask) => `(timestamp, id) IN (${foundSql(content.sql, mask)})`)
    .join(' OR ')}))`;
  where.and(page.onlyContent ? `NOT ${SEARCH}\n  AND ${inContent}` : `(${SEARCH} OR ${inContent})`, {
    search,
    ...words.params,
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

/** One bit for each word. Further words are left to the check of the text. */
const MAX_WORDS = 60;

interface WordMask {
  /** The bits of the words that a row has. */
  sql: string;
  /** The bits of all words. */
  all: string;
}

/**
 * Contents that have all words, each in itself or in one of the messages that it shares. Those were stored up to a day
 * before it.
 */
function foundSql(content: string, { sql: mask, all }: WordMask): string {
  return `
  SELECT timestamp, id FROM (
  SELECT timestamp, id, ${mask} AS found FROM call_content WHERE ${content} AND found > 0
  UNION ALL
  SELECT timestamp, id, found FROM (
  SELECT timestamp, id, arrayJoin(messages) AS message FROM call_content WHERE ${content} AND notEmpty(messages)) AS sharing
  INNER JOIN (
  SELECT messages.id AS message, ${mask} AS found FROM messages
  WHERE ${OF_ACCOUNT} AND timestamp >= fromUnixTimestamp64Milli({start: Int64}) - INTERVAL ${SHARED_FOR_MS / 1_000} SECOND
  AND timestamp < fromUnixTimestamp64Milli({end: Int64}) AND found > 0) AS shared ON sharing.message = shared.message)
  GROUP BY timestamp, id HAVING groupBitOr(found) = ${all}`;
}

/** The bytes of two neighbouring hashes may look like a wanted one; the caller checks the text anyway. */
function wordsSql(words: SearchPage['words']): { masks: WordMask[]; params: Record<string, string> } {
  const params: Record<string, string> = {};
  const masks = words.map((hashes, key) => {
    const bits = hashes.slice(0, MAX_WORDS).map((hash, at) => {
      const name = `word${key}_${at}`;
      params[name] = hash.toString(16).padStart(6, '0');
      return `if(position(word_hashes, unhex({${name}: String})) > 0, toUInt64(${1n << BigInt(at)}), 0)`;
    });
    return { sql: bits.join(' + ') || '0', all: String((1n << BigInt(bits.length)) - 1n) };
  });
  return { masks, params };
}
