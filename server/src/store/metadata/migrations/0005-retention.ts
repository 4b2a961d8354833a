import type { Kysely } from 'kysely';

/** Accounts whose retention changed, until all their records have the new expiry. */
export const retention = async (db: Kysely<never>) => {
  await db.schema
    .createTable('retention_changes')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('changed_at', 'bigint', (c) => c.notNull())
    .execute();
};
