import type { Kysely } from 'kysely';

/** Connections of an account to vendors of models, and what was spent through each. */
export const modelConnections = async (db: Kysely<never>) => {
  await db.schema
    .createTable('model_connections')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('provider', 'text', (c) => c.notNull())
    .addColumn('base_url', 'text', (c) => c.notNull())
    .addColumn('api_key', 'text')
    .addColumn('default_model', 'text', (c) => c.notNull())
    .addColumn('models', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('day_budget_micros', 'bigint')
    .addColumn('month_budget_micros', 'bigint')
    .addColumn('tested_at', 'bigint')
    .addColumn('test_fault', 'text')
    .addColumn('version', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('model_connections_name', ['account_id', 'name'])
    .execute();
  await db.schema
    .createTable('model_connection_spend')
    .addColumn('connection_id', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('spent_micros', 'bigint', (c) => c.notNull())
    .addColumn('held_micros', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('model_connection_spend_pk', ['connection_id', 'period'])
    .execute();
  await db.schema
    .createIndex('model_connection_spend_account')
    .on('model_connection_spend')
    .columns(['account_id'])
    .execute();
};
