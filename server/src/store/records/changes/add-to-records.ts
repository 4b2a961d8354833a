// Adds to stored records what arrived after them: messages and errors of events that are sent apart from their span.
//
// A batch is staged first, whole, and then applied in steps, each of which can be repeated: the new content is
// inserted once, by the batch's token, the content that it replaces is hidden, calls that turn out to have failed are
// added to the rollup, the rows get their new values, and the batch is dropped. After a crash, the next change of the
// account finishes what is staged.
import type { RecordsEngine } from '../engine/engine.ts';
import { question } from '../questions/question.ts';
import { OF_ACCOUNT, type Scope } from '../questions/scope.ts';
import { hashId, idHashText } from '../writer/dedup/id-hash.ts';
import type { CallRecord, Json, JsonObject, ObservationRecord } from '../record.ts';
import {
  jsonText,
  secondsUp,
  type StoredCallRow,
  type StoredContent,
  type StoredObservation,
} from '../writer/rows/stored.ts';
import { dropStaged, recordsChange } from './change.ts';
import { hideRows } from './mutate.ts';
import { hideOrphans } from './shared-messages.ts';

/** A stored record as it is in its table: without its content, and without what the spans above it say. */
export interface FoundRecord {
  isCall: boolean;
  id: string;
  timestampMs: number;
  expiresAtMs: number;
  project: number;
  provider: string;
  model: string;
  evalRun: number;
  hasContent: boolean;
  error: string | null;
  errorDetails: Json;
  toolCalls: Json;
  /** `requestMeta` of a call, the attributes of an observation. */
  meta: JsonObject | null;
  piiRedacted: boolean;
  redactionMetadata: Json;
  /** Of an observation. */
  type: ObservationRecord['type'];
  name: string;
}

type Row = Omit<FoundRecord, 'error' | 'errorDetails' | 'toolCalls' | 'meta' | 'redactionMetadata'> & {
  error: string;
  errorDetails: string;
  toolCalls: string;
  meta: string;
  redactionMetadata: string;
};

/** The records of the account with these ids. */
export const selectRecordsToAddTo = question({
  name: 'selectRecordsToAddTo',
  isEmpty: (ids) => ids.length === 0,
  sql: recordsSql,
  read: (rows: Row[]): FoundRecord[] =>
    rows.map((row) => ({
      ...row,
      error: row.error === '' ? null : row.error,
      errorDetails: parsed(row.errorDetails),
      toolCalls: parsed(row.toolCalls),
      meta: parsed(row.meta) as JsonObject | null,
      redactionMetadata: parsed(row.redactionMetadata),
    })),
});

const parsed = (text: string): Json => (text === '' ? null : (JSON.parse(text) as Json));

const SHARED = `id, toFloat64(toUnixTimestamp64Milli(timestamp)) AS timestampMs,
  toFloat64(toUnixTimestamp(expires_at)) * 1000 AS expiresAtMs, project, has_content AS hasContent, error,
  pii_redacted AS piiRedacted, redaction_metadata AS redactionMetadata`;

function recordsSql({ account }: Scope, ids: readonly string[]) {
  const where = `${OF_ACCOUNT} AND id IN {ids: Array(String)}
  AND timestamp IN (SELECT timestamp FROM call_ids WHERE ${OF_ACCOUNT} AND id_hash IN {hashes: Array(UInt64)})`;
  return {
    sql: `SELECT true AS isCall, ${SHARED}, provider, model, eval_run AS evalRun,
  error_details AS errorDetails, tool_calls AS toolCalls, request_meta AS meta, '' AS type, name
FROM calls
WHERE ${where}
UNION ALL
SELECT false AS isCall, ${SHARED}, '' AS provider, '' AS model, 0 AS evalRun,
  '' AS errorDetails, '' AS toolCalls, attributes AS meta, type, name
FROM observations
WHERE ${where}`,
    params: { account, ids, hashes: ids.map((id) => BigInt(idHashText(hashId(id)))) },
  };
}

/** The record as it is now, prepared like one that arrives. */
export interface AddedTo {
  found: FoundRecord;
  now:
    | { kind: 'call'; row: Pick<StoredCallRow, 'inputHash' | 'toolsHash'> & { call: CallRecord } }
    | {
        kind: 'observation';
        row: Pick<StoredObservation, 'inputHash' | 'piiRedacted' | 'redactionMetadata'> & {
          observation: ObservationRecord;
        };
      };
  content: StoredContent | null;
}

/** Changes nothing yet. Records with the same number are applied together. */
export const stageAdditions = recordsChange({
  name: 'stageAdditions',
  isStaging: true,
  run: (engine, account, _signal, batch: number, added: readonly AddedTo[]) =>
    engine.insert(
      'staged_additions',
      added.map((each) => stagedRow(account, batch, each)),
    ),
});

function stagedRow(account: number, batch: number, { found, now, content }: AddedTo): object {
  const { isCall, project, provider, model, evalRun, hasContent } = found;
  const said =
    now.kind === 'call'
      ? {
          error: now.row.call.error ?? '',
          error_details: jsonText(now.row.call.errorDetails),
          tool_calls: jsonText(now.row.call.toolCalls),
          meta: jsonText(now.row.call.requestMeta),
          pii_redacted: now.row.call.piiRedacted,
          redaction_metadata: jsonText(now.row.call.redactionMetadata),
        }
      : {
          error: now.row.observation.error ?? '',
          error_details: '',
          tool_calls: '',
          meta: jsonText(now.row.observation.attributes),
          pii_redacted: now.row.piiRedacted,
          redaction_metadata: jsonText(now.row.redactionMetadata),
        };
  return {
    account,
    batch,
    id: found.id,
    timestamp: new Date(found.timestampMs).toISOString(),
    expires_at: secondsUp(found.expiresAtMs),
    is_call: isCall,
    project,
    provider,
    model,
    eval_run: evalRun,
    fails: isCall && found.error === null && said.error !== '',
    had_content: hasContent,
    has_content: hasContent || content !== null,
    ...said,
    input_hash: String(now.row.inputHash ?? 0),
    tools_hash: String((now.kind === 'call' ? now.row.toolsHash : 0) ?? 0),
    sealed: content === null ? '' : base64(content.sealed),
    word_hashes: content === null ? '' : base64(content.words),
    media: content?.media ?? [],
  };
}

const base64 = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');

interface Batch {
  batch: string;
  from: string;
  until: string;
  replaces: number;
  calls: number;
  observations: number;
}

/** Applies everything that is staged for an account. */
export const applyAdditions = recordsChange({
  name: 'applyAdditions',
  removesContent: true,
  run: async (engine, account, signal) => {
    const batches = await engine.query<Batch>(
      `SELECT batch, toUnixTimestamp64Milli(min(timestamp)) AS from, toUnixTimestamp64Milli(max(timestamp)) AS until,
  toUInt32(countIf(had_content AND sealed != '')) AS replaces, toUInt32(countIf(is_call)) AS calls,
  toUInt32(countIf(NOT is_call)) AS observations
FROM staged_additions WHERE ${OF_ACCOUNT} GROUP BY batch ORDER BY batch`,
      { account },
    );
    for (const { replaces, calls, observations, ...batch } of batches) {
      signal?.throwIfAborted();
      const params = { account, ...batch };
      await insertContents(engine, params);
      await addFailures(engine, params);
      await engine.sync?.();
      if (replaces > 0) {
        await hideOrphans(engine, REPLACED, params);
        await hideRows(engine, 'call_content', REPLACED, params);
      }
      if (calls > 0) await engine.command(setSql('calls'), params);
      if (observations > 0) await engine.command(setSql('observations'), params);
      await engine.sync?.();
      await dropStaged(engine, 'staged_additions', account, batch.batch);
    }
  },
});

type BatchParams = { account: number } & Pick<Batch, 'batch' | 'from' | 'until'>;

const STAGED = `FROM staged_additions WHERE ${OF_ACCOUNT} AND batch = {batch: UInt64}`;

const IN_TIME = `timestamp BETWEEN fromUnixTimestamp64Milli({from: Int64}) AND fromUnixTimestamp64Milli({until: Int64})`;

const insertContents = (engine: RecordsEngine, params: BatchParams): Promise<void> =>
  engine.command(
    `INSERT INTO call_content (account, id, timestamp, expires_at, sealed, word_hashes, media)
SELECT account, id, timestamp, expires_at, base64Decode(sealed), base64Decode(word_hashes), media
${STAGED} AND sealed != '' AND sealed NOT IN (
  SELECT base64Encode(sealed) FROM call_content
  WHERE ${OF_ACCOUNT} AND ${IN_TIME} AND (timestamp, id) IN (SELECT timestamp, id ${STAGED}))`,
    params,
  );

const REPLACED = `${OF_ACCOUNT} AND ${IN_TIME}
  AND (timestamp, id) IN (SELECT timestamp, id ${STAGED} AND sealed != '')
  AND base64Encode(sealed) NOT IN (SELECT sealed ${STAGED})`;

async function addFailures(engine: RecordsEngine, params: BatchParams): Promise<void> {
  const rows = await engine.query<object>(
    `SELECT account, toUnixTimestamp(toStartOfFifteenMinutes(timestamp)) AS bucket, project, provider, model,
  count() AS errors, toString(max(staged_additions.timestamp)) AS last_seen,
  toUnixTimestamp(max(staged_additions.expires_at)) AS expires_at
${STAGED} AND fails AND eval_run = 0
GROUP BY account, bucket, project, provider, model ORDER BY ALL`,
    params,
  );
  if (rows.length > 0) await engine.insert('agg_15m', rows, `additions.${params.account}.${params.batch}`);
}

/** One array of tuples, so that the columns cannot be ordered differently. */
const ALL = `(SELECT groupArray((id, error, error_details, tool_calls, meta, toUInt8(has_content), toUInt8(pii_redacted),
  redaction_metadata, input_hash, tools_hash)) ${STAGED})`;

const staged = (place: number, none: string): string =>
  `transform(id, tupleElement(${ALL}, 1), tupleElement(${ALL}, ${place}), ${none})`;

const OWN = {
  calls: `error_details = ${staged(3, `''`)}, tool_calls = ${staged(4, `''`)}, request_meta = ${staged(5, `''`)},
  tools_hash = ${staged(10, 'toUInt64(0)')}`,
  observations: `attributes = ${staged(5, `''`)}`,
};

const setSql = (table: keyof typeof OWN): string => `UPDATE ${table} SET
  error = ${staged(2, `''`)}, ${OWN[table]},
  has_content = ${staged(6, 'toUInt8(0)')} = 1, pii_redacted = ${staged(7, 'toUInt8(0)')} = 1,
  redaction_metadata = ${staged(8, `''`)}, input_hash = ${staged(9, 'toUInt64(0)')}
WHERE ${OF_ACCOUNT} AND ${IN_TIME} AND id IN (SELECT id ${STAGED} AND ${table === 'calls' ? 'is_call' : 'NOT is_call'})`;
