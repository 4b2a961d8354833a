// Finds the records that scores refer to: by id, by span, by trace or by session. A bare span id has no
// index, so that part reads a column of all records of the account. The job looks up many scores at once.
import { question, Where, type Scope } from '#records';

export interface ScoredRefs {
  callIds: readonly string[];
  /** With their trace, if the score has it. */
  spans: readonly { traceId: string | null; spanId: string }[];
  traceIds: readonly string[];
  sessionIds: readonly string[];
}

/** A trace or a session appears once for each project that has some of it. Fields of other kinds are ''. */
export interface ScoredRecord {
  kind: 'call' | 'observation' | 'trace' | 'session';
  id: string;
  traceId: string;
  spanId: string;
  sessionId: string;
  project: number;
  /** Its start; of a trace or a session, the newest start of a span. */
  atMs: number;
}

const AT = 'toFloat64(toUnixTimestamp64Milli(timestamp))';

export const selectScoredRecords = question({
  name: 'selectScoredRecords',
  heavy: ({ spans }) => spans.some(({ traceId }) => traceId === null),
  isEmpty: (refs) => Object.values(refs).every((list: readonly unknown[]) => list.length === 0),
  sql: scoredRecordsSql,
  read: (rows: ScoredRecord[]) => rows,
});

export function scoredRecordsSql(scope: Scope, { callIds, spans, traceIds, sessionIds }: ScoredRefs) {
  const traced = spans.filter(({ traceId }) => traceId !== null);
  const bare = spans.filter(({ traceId }) => traceId === null).map(({ spanId }) => spanId);
  const parts: string[] = [];
  const params = {};
  const add = (select: string, where: Where, rest = '') => {
    parts.push(`${select}\nWHERE ${where.sql}${rest}`);
    Object.assign(params, where.params);
  };
  const spansWhere = (where: (of: Where) => Where) => {
    for (const [kind, table] of [
      ['call', 'calls'],
      ['observation', 'observations'],
    ])
      add(
        `SELECT '${kind}' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, ${AT} AS atMs\nFROM ${table}`,
        where(Where.of(scope)),
      );
  };
  const groups = (kind: string, table: string, column: string, ids: readonly string[]) => {
    const [traceId, sessionId] = kind === 'trace' ? [column, `''`] : [`''`, column];
    add(
      `SELECT '${kind}' AS kind, '' AS id, ${traceId} AS traceId, '' AS spanId, ${sessionId} AS sessionId, project, toFloat64(toUnixTimestamp64Milli(max(timestamp))) AS atMs\nFROM ${table}`,
      Where.of(scope).and(`${column} IN {${kind}s: Array(String)}`, { [`${kind}s`]: [...ids] }),
      `\nGROUP BY ${column}, project`,
    );
  };
  if (callIds.length > 0)
    add(
      `SELECT 'call' AS kind, id, trace_id AS traceId, span_id AS spanId, '' AS sessionId, project, ${AT} AS atMs\nFROM calls`,
      Where.of(scope).withIds(callIds),
    );
  if (traced.length > 0)
    spansWhere((where) =>
      where
        .and('trace_id IN {spanTraces: Array(String)}', {
          spanTraces: [...new Set(traced.map(({ traceId }) => traceId))],
        })
        .and('span_id IN {tracedSpans: Array(String)}', {
          tracedSpans: traced.map(({ spanId }) => spanId),
        }),
    );
  if (bare.length > 0)
    spansWhere((where) => where.and('span_id IN {bareSpans: Array(String)}', { bareSpans: bare }));
  if (traceIds.length > 0)
    for (const table of ['calls', 'observations']) groups('trace', table, 'trace_id', traceIds);
  if (sessionIds.length > 0)
    for (const table of ['calls', 'observations']) groups('session', table, 'session_id', sessionIds);
  return { sql: parts.join('\nUNION ALL\n'), params };
}
