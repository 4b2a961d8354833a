// Which files stored content refers to. Content has no project; ids of files are random, and belong to a project in
// the metadata store.
import type { CallRef } from '../record.ts';
import { aboutText } from './about.ts';
import { question } from './question.ts';
import { reachOf, within, type Reach } from './run-reach.ts';
import { Where, type Scope } from './scope.ts';

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
SELECT arrayJoin(media) AS file, toUnixTimestamp(expires_at) AS expires
FROM call_content
WHERE ${where.sql}
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
    sql: `SELECT DISTINCT arrayJoin(media) AS file\nFROM call_content\nWHERE ${where.sql}`,
    params: where.params,
  };
}

export interface SpanMedia {
  /** Of the record. */
  id: string;
  timestampMs: number;
  media: string[];
}

/** The spans of a trace whose content refers to files, earliest first; null without such a trace. */
export const selectTraceMedia = question({
  name: 'selectTraceMedia',
  about: aboutText,
  run: async (engine, scope, traceId: string, limit: number): Promise<SpanMedia[] | null> => {
    const reach = await reachOf(engine, scope, traceId);
    if (!reach) return null;
    const { sql, params } = traceMediaSql(scope, traceId, reach, limit);
    const rows = await engine.query<{ id: string; at_ms: string; media: string[] }>(sql, params);
    return rows.map(({ id, at_ms: atMs, media }) => ({ id, timestampMs: Number(atMs), media }));
  },
});

export function traceMediaSql(scope: Scope, traceId: string, reach: Reach, limit: number) {
  const spans = within(Where.of(scope).and('trace_id = {traceId: String}', { traceId }), reach).and(
    'has_content',
  );
  const where = within(Where.of({ ...scope, project: null }), reach)
    .and('notEmpty(media)')
    .and(
      `id IN (SELECT id FROM calls WHERE ${spans.sql} UNION ALL SELECT id FROM observations WHERE ${spans.sql})`,
      spans.params,
    );
  return {
    sql: `SELECT id, toString(toUnixTimestamp64Milli(timestamp)) AS at_ms, media
FROM call_content
WHERE ${where.sql}
ORDER BY timestamp, id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}
