import type { Kysely } from 'kysely';

/** Spans that report a call that another record reports too. */
export const mergedCalls = async (db: Kysely<never>) => {
  await db.schema
    .createTable('merged_calls')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('project_number', 'bigint', (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('kept_id', 'text', (c) => c.notNull())
    .addColumn('reason', 'text', (c) => c.notNull())
    .addColumn('is_merged', 'integer', (c) => c.notNull())
    .addColumn('noted_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('merged_calls_pk', ['account_id', 'call_id'])
    .execute();
  await db.schema
    .createIndex('merged_calls_newest')
    .on('merged_calls')
    .columns(['account_id', 'noted_at'])
    .execute();
};
