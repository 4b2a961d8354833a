import type { Kysely } from 'kysely';

/** The sample that an account has loaded, or is loading. */
export const sampleData = async (db: Kysely<never>) => {
  await db.schema
    .createTable('sample_data')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    // Not a reference: after the project is deleted, its records are still found by its number.
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('project_number', 'integer', (c) => c.notNull())
    .addColumn('records', 'integer', (c) => c.notNull())
    .addColumn('loaded', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
};
