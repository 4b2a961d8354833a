import type { Kysely } from 'kysely';

/** The daily export of an account to a folder or a bucket, with its last run. */
export const exportSchedules = async (db: Kysely<never>) => {
  await db.schema
    .createTable('export_schedules')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('content', 'integer', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull())
    .addColumn('access_key', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('exported_to', 'text')
    .addColumn('compared_at', 'bigint')
    .addColumn('begun_at', 'bigint')
    .addColumn('begun_days', 'bigint', (c) => c.notNull())
    .addColumn('run_started_at', 'bigint')
    .addColumn('run_finished_at', 'bigint')
    .addColumn('run_error', 'text')
    .addColumn('run_error_detail', 'text')
    .addColumn('run_days', 'bigint', (c) => c.notNull())
    .addColumn('rows', 'bigint', (c) => c.notNull())
    .addColumn('bytes', 'bigint', (c) => c.notNull())
    .addColumn('files', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
};
