// Receipts in the metadata store. Several processes count the same hour, so writes add to a row.
import type { IngestReceiptsTable, Metadata, Reader, Writer } from '#metadata';

export type ReceiptRow = IngestReceiptsTable;

/** The maximum number of rows of a response; only an account with thousands of senders has so many. */
const MAX_ROWS = 50_000;
const KEY = ['account_id', 'hour', 'key_id', 'endpoint', 'client', 'scope', 'reason'] as const;

/** Rows must be distinct: PostgreSQL does not update a row twice in one statement. */
export const addReceipts = (metadata: Metadata, rows: readonly ReceiptRow[]) =>
  metadata.countingTransaction((db) =>
    db
      .insertInto('ingest_receipts')
      .values(rows)
      .onConflict((conflict) =>
        conflict.columns([...KEY]).doUpdateSet((eb) => {
          const sum = (
            column: Exclude<keyof ReceiptRow, (typeof KEY)[number] | 'code' | 'field' | 'value' | 'example'>,
          ) => eb(eb.ref(`ingest_receipts.${column}`), '+', eb.ref(`excluded.${column}`));
          const latest = (column: 'example' | 'value') =>
            eb
              .case()
              .when(`excluded.${column}`, '=', '')
              .then(eb.ref(`ingest_receipts.${column}`))
              .else(eb.ref(`excluded.${column}`))
              .end();
          return {
            requests: sum('requests'),
            accepted: sum('accepted'),
            duplicates: sum('duplicates'),
            observations: sum('observations'),
            unpriced: sum('unpriced'),
            rejected: sum('rejected'),
            refused: sum('refused'),
            example: latest('example'),
            value: latest('value'),
            last_seen_at: eb
              .case()
              .when('excluded.last_seen_at', '>', eb.ref('ingest_receipts.last_seen_at'))
              .then(eb.ref('excluded.last_seen_at'))
              .else(eb.ref('ingest_receipts.last_seen_at'))
              .end(),
          };
        }),
      )
      .execute(),
  );

/** Since the hour that begins at `from`, newest hours first. */
export const selectReceipts = (db: Reader, accountId: string, from: number): Promise<ReceiptRow[]> =>
  db
    .selectFrom('ingest_receipts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('hour', '>=', from)
    .orderBy('hour', 'desc')
    .limit(MAX_ROWS)
    .execute();

export const forgetReceipts = (db: Writer, before: number) =>
  db.deleteFrom('ingest_receipts').where('hour', '<', before).execute();

/** Examples contain the ids of rejected records. */
export const clearExamples = (db: Writer, accountId: string) =>
  db
    .updateTable('ingest_receipts')
    .set({ example: '', value: '' })
    .where('account_id', '=', accountId)
    .where('example', '!=', '')
    .execute();
