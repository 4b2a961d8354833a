import type { Kysely } from 'kysely';

/**
 * Written before records are inserted and deleted with their charge, so that a write interrupted by a crash
 * can be completed.
 */
export const unfinishedWrites = async (db: Kysely<never>) => {
  await db.schema
    .createTable('unfinished_writes')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account', 'bigint', (c) => c.notNull())
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('began_at', 'bigint', (c) => c.notNull())
    .addColumn('records', 'text', (c) => c.notNull())
    .addColumn('charged', 'integer')
    .execute();
  await db.schema
    .createIndex('unfinished_writes_by_account')
    .on('unfinished_writes')
    .column('account')
    .execute();
};
