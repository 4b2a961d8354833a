// Which files stored content refers to. Content has no project; ids of files are random, and belong to a project in
// the metadata store.
import type { CallRef } from '../record.ts';
import { question } from './question.ts';
import { OF_ACCOUNT, Where, type Scope } from './scope.ts';

/**
 * Of these files, those that a record refers to at `nowMs`, with the time at which the last of those records expires.
 */
export const selectMediaExpiry = question({
  name: 'selectMediaExpiry',
  isEmpty: (ids) => ids.length === 0,
  sql: mediaExpirySql,
  read: (rows: { file: string; expires: string }[]): Map<string, number> =>
    new Map(rows.map(({ file, expires }) => [file, Number(expires) * 1_000])),
});

export function mediaExpirySql(scope: Scope, ids: readonly string[], nowMs: number) {
  const where = Where.of({ ...scope, project: null })
    .and('hasAny(media, {media: Array(String)})', { media: [...ids] })
    .and('expires_at > toDateTime({now: UInt32})', { now: Math.floor(nowMs / 1_000) });
  return {
    sql: `SELECT file, toString(max(expires)) AS expires
FROM (
${(['call_content', 'messages'] as const)
  .map(
    (table) => `SELECT arrayJoin(media) AS file, toUnixTimestamp(expires_at) AS expires
FROM ${table}
WHERE ${where.sql}`,
  )
  .join('\nUNION ALL\n')}
)
WHERE file IN {media: Array(String)}
GROUP BY file`,
    params: where.params,
  };
}

/** The files that these records refer to. */
export const selectMediaOf = question({
  name: 'selectMediaOf',
  isEmpty: (refs) => refs.length === 0,
  sql: mediaOfSql,
  read: (rows: { file: string }[]): string[] => rows.map(({ file }) => file),
});

export function mediaOfSql(scope: Scope, refs: readonly CallRef[]) {
  const where = Where.of({ ...scope, project: null }).at(refs);
  return {
    sql: `SELECT DISTINCT arrayJoin(media) AS file FROM (
SELECT media FROM call_content WHERE ${where.sql}
UNION ALL
SELECT media FROM messages WHERE ${OF_ACCOUNT} AND id IN (
  SELECT arrayJoin(arrayConcat([id], parts)) FROM messages WHERE ${OF_ACCOUNT} AND id IN (
    SELECT arrayJoin(messages) FROM call_content WHERE ${where.sql})))`,
    params: where.params,
  };
}
