import type { Kysely } from 'kysely';

/** Ingest receipts by hour and sender. No reference to accounts: one bad row must not fail the others. */
export const ingestReceipts = async (db: Kysely<never>) => {
  await db.schema
    .createTable('ingest_receipts')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('hour', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('endpoint', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('requests', 'bigint', (c) => c.notNull())
    .addColumn('accepted', 'bigint', (c) => c.notNull())
    .addColumn('duplicates', 'bigint', (c) => c.notNull())
    .addColumn('observations', 'bigint', (c) => c.notNull())
    .addColumn('unpriced', 'bigint', (c) => c.notNull())
    .addColumn('rejected', 'bigint', (c) => c.notNull())
    .addColumn('refused', 'bigint', (c) => c.notNull())
    .addColumn('example', 'text', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('ingest_receipts_pk', [
      'account_id',
      'hour',
      'key_id',
      'endpoint',
      'client',
      'scope',
      'reason',
    ])
    .execute();
  await db.schema.createIndex('ingest_receipts_hour').on('ingest_receipts').column('hour').execute();
};
