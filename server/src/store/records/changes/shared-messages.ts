// Messages that contents share live as long as a content that refers to them, directly or through a block.
import type { Params, RecordsEngine } from '../engine/engine.ts';
import { OF_ACCOUNT } from '../questions/scope.ts';
import { SHARED_FOR_MS } from '../writer/rows/stored.ts';
import { hideRows } from './mutate.ts';

const SHARED_FOR = `INTERVAL ${SHARED_FOR_MS / 1_000} SECOND`;

/**
 * Hides the messages to which only the contents refer that are `leaving`. It comes before those contents are hidden, so
 * that it can be repeated.
 */
export async function hideOrphans(engine: RecordsEngine, leaving: string, params: Params): Promise<void> {
  const [refers] = await engine.query(
    `SELECT 1 AS found FROM call_content WHERE ${leaving} AND notEmpty(messages) LIMIT 1`,
    params,
  );
  if (refers) await hideRows(engine, 'messages', orphansSql(leaving), params);
}

function orphansSql(leaving: string): string {
  const direct = `SELECT arrayJoin(messages) FROM call_content WHERE ${leaving}`;
  const all = `SELECT arrayJoin(arrayConcat([id], parts)) FROM messages WHERE ${OF_ACCOUNT} AND id IN (${direct})`;
  const times = (which: string): string =>
    `(SELECT ${which}(timestamp) FROM messages WHERE ${OF_ACCOUNT} AND id IN (${all}))`;
  const near = `timestamp >= ${times('min')} AND timestamp <= ${times('max')} + ${SHARED_FOR}`;
  const blocks = `SELECT id FROM (
  SELECT id, arrayJoin(parts) AS part FROM messages WHERE ${OF_ACCOUNT} AND ${near})
WHERE part IN (${all})`;
  const kept = `SELECT ref FROM (
  SELECT arrayJoin(messages) AS ref FROM call_content WHERE ${OF_ACCOUNT} AND ${near} AND NOT (${leaving}))
WHERE ref IN (${all} UNION ALL ${blocks})`;
  const partsOfKept = `SELECT arrayJoin(parts) FROM messages WHERE ${OF_ACCOUNT} AND id IN (${kept})`;
  return `${OF_ACCOUNT} AND id IN (${all}) AND id NOT IN (${kept} UNION ALL ${partsOfKept})`;
}

/**
 * Messages expire a day after the record that brought them, because a later record may refer to them until then. Those to
 * which no record refers any more go at once.
 */
const CARRIED = `SELECT account, arrayJoin(messages) FROM call_content
  WHERE expires_at > toDateTime({now: UInt32}, 'UTC') AND expires_at <= toDateTime({now: UInt32}, 'UTC') + ${SHARED_FOR} + ${SHARED_FOR}`;

export const EXPIRED_MESSAGES = `(expires_at <= toDateTime({now: UInt32}, 'UTC') OR (
  expires_at <= toDateTime({now: UInt32}, 'UTC') + ${SHARED_FOR}
  AND (account, id) NOT IN (${CARRIED})
  AND (account, id) NOT IN (SELECT account, arrayJoin(parts) FROM messages WHERE (account, id) IN (${CARRIED}))))`;
