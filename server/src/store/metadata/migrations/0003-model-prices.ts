import type { Kysely } from 'kysely';

/** Prices that accounts set themselves, and the lock of a repricing. */
export const modelPrices = async (db: Kysely<never>) => {
  await db.schema
    .createTable('model_prices')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('provider', 'text')
    .addColumn('model', 'text', (c) => c.notNull())
    .addColumn('input_per_mtok', 'double precision', (c) => c.notNull())
    .addColumn('output_per_mtok', 'double precision', (c) => c.notNull())
    .addColumn('cache_read_per_mtok', 'double precision')
    .addColumn('cache_write_per_mtok', 'double precision')
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_prices_pk', ['account_id', 'position'])
    .execute();

  await db.schema
    .createTable('reprice_locks')
    .addColumn('account_id', 'text', (c) => c.primaryKey())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('locked_until', 'bigint', (c) => c.notNull())
    .execute();
};
