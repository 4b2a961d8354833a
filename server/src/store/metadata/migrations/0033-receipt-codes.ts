import { sql, type Kysely } from 'kysely';

/** Sentences of the versions before this migration. They are history: later wordings do not belong here. */
const BEGINNINGS: readonly [begins: string, code: string][] = [
  ['provider must be', 'unknown_provider'],
  ['timestamp must be within', 'timestamp_too_old'],
  ['timestamp must be at most', 'timestamp_in_future'],
  ['a record must be at most', 'record_too_large'],
];

interface Row {
  reason: string;
  example: string;
}

/**
 * A receipt whose reason is a sentence gets the code, the field and, for a provider, the value beside it. Where the
 * reason is a code, as for traces and for whole requests, they stay empty.
 */
export const receiptCodes = async (db: Kysely<never>) => {
  for (const column of ['code', 'field', 'value'])
    await db.schema
      .alterTable('ingest_receipts')
      .addColumn(column, 'text', (c) => c.notNull().defaultTo(''))
      .execute();
  const { rows } = await sql<Row>`select distinct reason, example from ingest_receipts
    where reason like '% %'`.execute(db);
  for (const { reason, example } of rows) {
    const code = BEGINNINGS.find(([begins]) => reason.startsWith(begins))?.[1] ?? 'field_rule';
    const field = /^([\w.-]+)(?=:| must | is | has )/.exec(reason)?.[1] ?? '';
    const value = code === 'unknown_provider' ? (/; got "(.*?)"?$/.exec(example)?.[1] ?? '') : '';
    await sql`update ingest_receipts set code = ${code}, field = ${field}, value = ${value}
      where reason = ${reason} and example = ${example}`.execute(db);
  }
};
