// Which files stored content refers to. Content has no project; ids of files are random, and belong to a project in
// the metadata store.
import type { CallRef } from '../record.ts';
import { aboutText } from './about.ts';
import { question } from './question.ts';
import { reachOf, within, type Reach } from './run-reach.ts';
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

interface TraceFile {
  /** As content refers to it. */
  file: string;
  /** The first record that has it. */
  id: string;
  timestampMs: number;
}

/** The files of a trace in the order of time; null without such a trace. */
export const selectTraceMedia = question({
  name: 'selectTraceMedia',
  about: aboutText,
  run: async (engine, scope, traceId: string, limit: number): Promise<TraceFile[] | null> => {
    const reach = await reachOf(engine, scope, traceId);
    if (!reach) return null;
    const { sql, params } = traceMediaSql(scope, traceId, reach, limit);
    const rows = await engine.query<{ file: string; first_record: string; at_ms: string }>(sql, params);
    return rows.map(({ file, first_record: id, at_ms: atMs }) => ({ file, id, timestampMs: Number(atMs) }));
  },
});

/** Files are in contents, in the messages that they refer to, and in the parts of those. */
export function traceMediaSql(scope: Scope, traceId: string, reach: Reach, limit: number) {
  const spans = within(Where.of(scope).and('trace_id = {traceId: String}', { traceId }), reach).and(
    'has_content',
  );
  const where = within(Where.of({ ...scope, project: null }), reach).and(
    `id IN (SELECT id FROM calls WHERE ${spans.sql} UNION ALL SELECT id FROM observations WHERE ${spans.sql})`,
    spans.params,
  );
  const said = `FROM messages WHERE ${OF_ACCOUNT} AND id IN (SELECT arrayJoin(messages) FROM call_content WHERE ${where.sql})`;
  return {
    sql: `SELECT file, argMin(record, (at, record)) AS first_record, toString(toUnixTimestamp64Milli(min(at))) AS at_ms
FROM (
SELECT arrayJoin(media) AS file, id AS record, timestamp AS at FROM call_content WHERE ${where.sql}
UNION ALL
SELECT arrayJoin(files) AS file, record, at
FROM (SELECT id AS record, timestamp AS at, arrayJoin(messages) AS message FROM call_content WHERE ${where.sql}) AS contents
INNER JOIN (SELECT id AS message, arrayJoin(arrayConcat([id], parts)) AS piece ${said}) AS whole USING (message)
INNER JOIN (SELECT id AS piece, media AS files FROM messages WHERE ${OF_ACCOUNT} AND notEmpty(media) AND id IN (
  SELECT arrayJoin(arrayConcat([id], parts)) ${said})) AS pieces USING (piece)
)
GROUP BY file
ORDER BY min(at), file
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
