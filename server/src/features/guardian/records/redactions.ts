// New calls with redactions, by kind and by input or output. Each call must count once. For the last moments,
// when an insert may still be running, the caller therefore passes the calls that were counted before.
import { idHashSql, question, type Scope } from '#records';
import { newCalls, type GuardianWindow } from './window.ts';

export interface RedactionGroup {
  project: number;
  /** The redaction's own name; `other` for names that clients made up. */
  kind: string;
  inInput: boolean;
  inOutput: boolean;
  calls: number;
  firstMs: number;
  lastMs: number;
  callIds: string[];
  traceIds: string[];
}

interface RedactionQuestion {
  /** Calls that arrived later count only if they are in `fresh`. */
  settledMs: number;
  /** Hashes of the ids that were counted before. */
  seen: readonly string[];
  fresh: readonly string[];
  kinds: readonly string[];
}

const HASH = idHashSql('id');

/** A client may have written this text. */
const FIELDS = `JSONExtract(redaction_metadata, 'fields', 'Array(String)')`;
const INPUT = `hasAny(${FIELDS}, ['input', 'systemInstructions'])`;
const OUTPUT = `has(${FIELDS}, 'output')`;

const redactedCalls = (scope: Scope, window: GuardianWindow) =>
  newCalls(scope, window).and('pii_redacted').and(`(${INPUT} OR ${OUTPUT})`);

/** Hashes of the ids of calls that arrived in the window, at most `limit`. */
export const selectRedactedCalls = question({
  name: 'selectRedactedCalls',
  sql: redactedCallsSql,
  read: (rows: { hash: string }[]) => rows.map(({ hash }) => hash),
});

export function redactedCallsSql(scope: Scope, window: GuardianWindow, limit: number) {
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

type RedactionRow = Omit<RedactionGroup, 'inInput' | 'inOutput'> & { inInput: number; inOutput: number };

export const selectRedactions = question({
  name: 'selectRedactions',
  sql: redactionsSql,
  read: (rows: RedactionRow[]): RedactionGroup[] =>
    rows.map((row) => Object.assign({}, row, { inInput: row.inInput === 1, inOutput: row.inOutput === 1 })),
});

export function redactionsSql(
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
