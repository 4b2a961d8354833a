import type { Kysely } from 'kysely';

/** The keys that seal the content of accounts, wrapped by the master key. */
export const dataKeys = async (db: Kysely<never>) => {
  await db.schema
    .createTable('data_keys')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('wrapped', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('data_keys_pk', ['account_id', 'version'])
    .execute();
};
