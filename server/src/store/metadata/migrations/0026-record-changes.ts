import type { Kysely } from 'kysely';

/** The queue of changes to stored records. It replaces the lock that only repricing had. */
export const recordChanges = async (db: Kysely<never>) => {
  await db.schema
    .createTable('record_changes')
    .addColumn('ticket', 'bigint', (c) => c.primaryKey())
    .addColumn('account', 'bigint', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('place', 'text', (c) => c.notNull().unique())
    .addColumn('holder', 'text')
    .addColumn('held_until', 'bigint', (c) => c.notNull())
    .addColumn('calls', 'text')
    .execute();
  await db.schema.dropTable('reprice_locks').execute();
};
