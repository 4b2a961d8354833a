import type { Kysely } from 'kysely';

/** The monthly budget of an account for LLM features, its spend, and reservations. */
export const llmBudget = async (db: Kysely<never>) => {
  await db.schema
    .createTable('llm_budgets')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('budget_micros', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createTable('llm_spend')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('spent_micros', 'bigint', (c) => c.notNull())
    .addColumn('held_micros', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('llm_spend_pk', ['account_id', 'month'])
    .execute();
  await db.schema
    .createTable('llm_reservations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('micros', 'bigint', (c) => c.notNull())
    .addColumn('purpose', 'text', (c) => c.notNull())
    .addColumn('charged', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('llm_reservations_account')
    .on('llm_reservations')
    .columns(['account_id', 'month'])
    .execute();
  await db.schema
    .createIndex('llm_reservations_expiry')
    .on('llm_reservations')
    .columns(['charged', 'expires_at'])
    .execute();
};
