// Brings stored records to the current rules for content: text that counts as content now leaves the clear
// columns and is sealed. core/content/earlier-content.ts decides which text; this file reads the records and
// writes their new columns.
//
// A batch is staged first, like costs and erasures, and then applied in steps, each of which can be repeated:
// its content is inserted, the content it replaces is hidden, the columns are set together with the version
// of the rules, and the batch is dropped. A record keeps the old version until all of it is done, so the work
// of a process that died is found again, staged or not. Rows are changed in place: no view sees them a second
// time, and the rollup does not change. The text of the mutation names the batch and none of its content.
import { CONTENT_RULES } from '#semconv';
import { question, serviceQuestion } from '../questions/question.ts';
import { OF_ACCOUNT } from '../questions/scope.ts';
import { recordsChange, dropStaged } from './change.ts';
import { mutate } from './mutate.ts';
import { CALL_SELECT, callFromRow, type CallRow } from '../questions/call-columns.ts';
import {
  OBSERVATION_SELECT,
  observationFromRow,
  type ObservationRow,
} from '../questions/observation-columns.ts';
import { CALL_BYTES, OBSERVATION_BYTES, queryWithin } from '../questions/within-bytes.ts';
import type { Json, StoredRecord } from '../record.ts';
import { promptIn, userIn } from '../writer/rows/call-row.ts';
import { jsonText } from '../writer/rows/stored.ts';

export const REWRITABLE = ['calls', 'observations'] as const;
export type RewritableTable = (typeof REWRITABLE)[number];

/** A record stored under earlier rules, without its sealed content. */
export interface EarlierRecord {
  record: StoredRecord;
  hasContent: boolean;
  receivedMs: number;
  expiresAtMs: number;
  /** For observations, whose record has no field for it. */
  redactionMetadata: Json;
  /** This service wrote `requestMeta.pricing`, not the client. */
  isPricedHere: boolean;
}

export interface Rewrite {
  earlier: EarlierRecord;
  /** Null if nothing has to be removed. */
  now: {
    record: StoredRecord;
    redactionMetadata: Json;
    hasContent: boolean;
    /** Replaces the sealed content; null keeps it. */
    content: { sealed: Uint8Array; words: Uint8Array } | null;
  } | null;
}

const EARLIER = `${OF_ACCOUNT} AND content_rules < ${CONTENT_RULES}`;
const PAGE_BYTES = 8_000_000;

/** Numbers of the accounts with such records. It reads one byte of each record. */
export const selectEarlierAccounts = serviceQuestion({
  name: 'selectEarlierAccounts',
  isPatient: true,
  run: async (engine): Promise<number[]> => {
    const rows = await engine.query<{ account: number }>(
      REWRITABLE.map((table) => `SELECT account FROM ${table} WHERE content_rules < ${CONTENT_RULES}`).join(
        ' UNION DISTINCT ',
      ),
    );
    return rows.map(({ account }) => account);
  },
});

interface EarlierRow {
  received_ms: number;
  expires_ms: number;
  redaction_metadata: string;
}

const BESIDE = `toFloat64(toUnixTimestamp64Milli(received_at)) AS received_ms,
  toFloat64(toUnixTimestamp(expires_at)) * 1000 AS expires_ms`;

const READ = {
  calls: {
    columns: `${CALL_SELECT}, price_source, ${BESIDE}`,
    bytes: CALL_BYTES,
    order: 'timestamp, id',
    after: '(fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})',
  },
  observations: {
    columns: `${OBSERVATION_SELECT}, redaction_metadata, ${BESIDE}`,
    bytes: OBSERVATION_BYTES,
    order: 'trace_id, timestamp, id',
    after: '({afterTrace: String}, fromUnixTimestamp64Milli({afterMs: Int64}), {afterId: String})',
  },
} as const;

/**
 * At most `limit` records in the order of the table, and at most a few megabytes of them. Empty at the end.
 */
export const selectEarlierRecords = question({
  name: 'selectEarlierRecords',
  heavy: true,
  run: async (
    engine,
    { account },
    table: RewritableTable,
    after: StoredRecord | null,
    limit: number,
  ): Promise<EarlierRecord[]> => {
    const { columns, bytes, order, after: place } = READ[table];
    const params = {
      account,
      limit,
      afterMs: after?.timestampMs ?? 0,
      afterId: after?.id ?? '',
      afterTrace: after?.traceId ?? '',
    };
    const rows = await queryWithin<CallRow & ObservationRow & EarlierRow & { price_source: string }>(engine, {
      statement: (wanted) => ({
        sql: `SELECT ${wanted} FROM ${table} WHERE ${EARLIER}${after ? ` AND (${order}) > ${place}` : ''}
ORDER BY ${order} LIMIT {limit: UInt32}`,
        params,
      }),
      columns,
      bytes,
      max: PAGE_BYTES,
    });
    return rows.map((row) => ({
      record: table === 'calls' ? callFromRow(row).call : observationFromRow(row).observation,
      hasContent: row.has_content,
      receivedMs: row.received_ms,
      expiresAtMs: row.expires_ms,
      redactionMetadata: row.redaction_metadata === '' ? null : (JSON.parse(row.redaction_metadata) as Json),
      isPricedHere: table === 'calls' && row.price_source !== 'client',
    }));
  },
});

/** Changes nothing yet. Rewrites with the same number, all of one table, are applied together. */
export const stageRewrites = recordsChange({
  name: 'stageRewrites',
  isStaging: true,
  run: (engine, account, _signal, batch: number, source: RewritableTable, rewrites: readonly Rewrite[]) =>
    engine.insert(
      'staged_rewrites',
      rewrites.map(({ earlier: { record, expiresAtMs }, now }) => ({
        account,
        batch,
        source,
        id: record.id,
        timestamp: new Date(record.timestampMs).toISOString(),
        ...(now && {
          changed: true,
          ...columnsOf(now.record),
          error: now.record.error ?? '',
          redaction_metadata: jsonText(now.redactionMetadata),
          has_content: now.hasContent,
          ...(now.content && {
            expires_at: expiresAtMs / 1000,
            sealed: Buffer.from(now.content.sealed).toString('base64'),
            word_hashes: Buffer.from(now.content.words).toString('base64'),
          }),
        }),
      })),
    ),
});

function columnsOf(record: StoredRecord): object {
  if (record.kind === 'observation') return { attributes: jsonText(record.attributes) };
  return {
    tags: JSON.stringify(record.tags),
    error_details: jsonText(record.errorDetails),
    tool_calls: jsonText(record.toolCalls),
    request_meta: jsonText(record.requestMeta),
    ...promptIn(record.requestMeta),
    user_id: userIn(record.requestMeta),
  };
}

interface Batch {
  batch: string;
  source: RewritableTable;
  from: string;
  until: string;
  changed: number;
  sealed: number;
}

/** Applies everything that is staged for an account to its rows. */
export const applyRewrites = recordsChange({
  name: 'applyRewrites',
  run: async (engine, account, signal) => {
    const batches = await engine.query<Batch>(
      `SELECT batch, source, toUnixTimestamp64Milli(min(timestamp)) AS from, toUnixTimestamp64Milli(max(timestamp)) AS until,
       toUInt32(countIf(changed)) AS changed, toUInt32(countIf(sealed != '')) AS sealed
     FROM staged_rewrites WHERE ${OF_ACCOUNT} GROUP BY batch, source ORDER BY batch`,
      { account },
    );
    for (const { batch, source, from, until, changed, sealed } of batches) {
      signal?.throwIfAborted();
      const params = { account, batch, from, until };
      if (sealed > 0) {
        await engine.command(insertContent(source), params);
        await engine.sync?.();
        await mutate(engine, [{ table: 'call_content', action: HIDE_REPLACED }], params, signal);
      }
      const action = changed > 0 ? `${setColumns(source)}, ${SET_RULES}` : SET_RULES;
      await mutate(engine, [{ table: source, action }], params, signal);
      await dropStaged(engine, 'staged_rewrites', account, batch);
    }
  },
});

const STAGED = `FROM staged_rewrites WHERE ${OF_ACCOUNT} AND batch = {batch: UInt64}`;
const WITHIN = `${OF_ACCOUNT}
  AND timestamp BETWEEN fromUnixTimestamp64Milli({from: Int64}) AND fromUnixTimestamp64Milli({until: Int64})`;

// A batch that an earlier version staged has its words in the array. Each sealing has its own nonce, so equal
// bytes are the same content. Records that have the new rules already are left out: their content was
// inserted, and may have been deleted since.
const insertContent = (source: RewritableTable) => `
INSERT INTO call_content (account, id, timestamp, expires_at, sealed, words, word_hashes)
SELECT account, id, timestamp, expires_at, base64Decode(sealed), words, base64Decode(word_hashes) ${STAGED} AND sealed != ''
  AND id IN (SELECT id FROM ${source} WHERE ${WITHIN} AND content_rules < ${CONTENT_RULES})
  AND sipHash64(base64Decode(sealed)) NOT IN (SELECT sipHash64(sealed) FROM call_content WHERE ${WITHIN})`;

const HIDE_REPLACED = `UPDATE _row_exists = 0 WHERE ${WITHIN}
  AND id IN (SELECT id ${STAGED} AND sealed != '')
  AND sipHash64(sealed) NOT IN (SELECT sipHash64(base64Decode(sealed)) ${STAGED} AND sealed != '')`;

const SET_RULES = `UPDATE content_rules = ${CONTENT_RULES} WHERE ${WITHIN} AND id IN (SELECT id ${STAGED})`;

const COLUMNS: Readonly<Record<RewritableTable, readonly string[]>> = {
  calls: [
    'error',
    'redaction_metadata',
    'error_details',
    'tool_calls',
    'request_meta',
    'user_id',
    'prompt_name',
    'prompt_version',
    'prompt_label',
    'tags',
  ],
  observations: ['error', 'redaction_metadata', 'attributes'],
};

/**
 * One array of tuples, as in reprice.ts: the columns cannot be ordered differently, and the engine reads it
 * once.
 */
function setColumns(source: RewritableTable): string {
  const columns = COLUMNS[source];
  const all = `(SELECT groupArray((id, toUInt8(has_content), ${columns.join(', ')})) ${STAGED} AND changed)`;
  const staged = (place: number, none: string): string =>
    `transform(id, tupleElement(${all}, 1), tupleElement(${all}, ${place}), ${none})`;
  const texts = columns.map((column, at) => {
    const text = staged(at + 3, `''`);
    return `${column} = ${column === 'tags' ? `JSONExtract(${text}, 'Map(String, String)')` : text}`;
  });
  return `UPDATE has_content = ${staged(2, 'toUInt8(0)')}, ${texts.join(', ')}
WHERE ${WITHIN} AND content_rules < ${CONTENT_RULES} AND id IN (SELECT id ${STAGED} AND changed)`;
}
