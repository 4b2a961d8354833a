// New calls in which something was redacted, by what and where. These are counted one by one, so that none may be counted twice: of
// those that came in the last moments, when an insert may still be under way, the calls themselves are named.
import type { RecordsEngine } from '../engine/engine.ts';
import { idHashSql } from '../writer/dedup/id-hash.ts';
import { newCalls, type GuardianWindow } from './guardian-window.ts';
import type { Scope } from './scope.ts';

export interface RedactionGroup {
  project: number;
  /** As the redaction calls it; `other` for those of clients that it does not know. */
  kind: string;
  inInput: boolean;
  inOutput: boolean;
  calls: number;
  firstMs: number;
  lastMs: number;
  callIds: string[];
  traceIds: string[];
}

export interface RedactionQuestion {
  /** What came after this is looked at only if it is among `fresh`. */
  settledMs: number;
  /** Hashes of ids that were looked at before. */
  seen: readonly string[];
  fresh: readonly string[];
  kinds: readonly string[];
}

const HASH = idHashSql('id');

/** Both come from one text, which a client may have written. */
const FIELDS = `JSONExtract(redaction_metadata, 'fields', 'Array(String)')`;
const INPUT = `hasAny(${FIELDS}, ['input', 'systemInstructions'])`;
const OUTPUT = `has(${FIELDS}, 'output')`;

const redactedCalls = (scope: Scope, window: GuardianWindow) =>
  newCalls(scope, window).and('pii_redacted').and(`(${INPUT} OR ${OUTPUT})`);

/** Hashes of the ids of those that came in the window, at most so many. */
export async function guardianRedacted(
  engine: RecordsEngine,
  scope: Scope,
  window: GuardianWindow,
  limit: number,
): Promise<string[]> {
  const { sql, params } = guardianRedactedSql(scope, window, limit);
  return (await engine.query<{ hash: string }>(sql, params)).map(({ hash }) => hash);
}

export function guardianRedactedSql(scope: Scope, window: GuardianWindow, limit: number) {
  const where = redactedCalls(scope, window);
  return {
    sql: `SELECT toString(${HASH}) AS hash
FROM calls
WHERE ${where.sql}
ORDER BY received_at, id
LIMIT {limit: UInt32}`,
    params: { ...where.params, limit },
  };
}

export async function guardianRedactions(
  engine: RecordsEngine,
  scope: Scope,
  window: GuardianWindow,
  question: RedactionQuestion,
): Promise<RedactionGroup[]> {
  const { sql, params } = guardianRedactionsSql(scope, window, question);
  const rows = await engine.query<
    Omit<RedactionGroup, 'inInput' | 'inOutput'> & { inInput: number; inOutput: number }
  >(sql, params);
  return rows.map((row) =>
    Object.assign({}, row, { inInput: row.inInput === 1, inOutput: row.inOutput === 1 }),
  );
}

export function guardianRedactionsSql(
  scope: Scope,
  window: GuardianWindow,
  { settledMs, seen, fresh, kinds }: RedactionQuestion,
) {
  const where = redactedCalls(scope, window).and(
    `if(received_at <= fromUnixTimestamp64Milli({settledMs: Int64}),
    NOT has({seen: Array(UInt64)}, ${HASH}), has({fresh: Array(UInt64)}, ${HASH}))`,
    { settledMs, seen: seen.map(BigInt), fresh: fresh.map(BigInt) },
  );
  return {
    sql: `SELECT project, kind, toUInt8(${INPUT}) AS inInput, toUInt8(${OUTPUT}) AS inOutput, toFloat64(count()) AS calls,
  toFloat64(min(toUnixTimestamp64Milli(timestamp))) AS firstMs, toFloat64(max(toUnixTimestamp64Milli(timestamp))) AS lastMs,
  groupArray(20)(id) AS callIds, groupUniqArrayIf(10)(trace_id, trace_id != '') AS traceIds
FROM calls
ARRAY JOIN arrayDistinct(arrayMap(name -> if(has({kinds: Array(String)}, name), name, 'other'),
  JSONExtractKeys(redaction_metadata, 'kinds'))) AS kind
WHERE ${where.sql}
GROUP BY project, kind, inInput, inOutput
ORDER BY project, kind, inInput, inOutput`,
    params: { ...where.params, kinds },
  };
}
