import type { Kysely } from 'kysely';

/** Budgets and policies of running agents, spend, holds and approvals. */
export const gate = async (db: Kysely<never>) => {
  await db.schema
    .createTable('gate_budgets')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('limit_micros', 'bigint', (c) => c.notNull())
    .addColumn('period', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('fail_mode', 'text', (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('gate_budgets_list')
    .on('gate_budgets')
    .columns(['account_id', 'created_at', 'id'])
    .execute();

  await db.schema
    .createTable('gate_policies')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('priority', 'integer', (c) => c.notNull())
    .addColumn('match', 'text', (c) => c.notNull())
    .addColumn('effect', 'text', (c) => c.notNull())
    .addColumn('max_cost_micros', 'bigint')
    .addColumn('max_tokens', 'bigint')
    .addColumn('fail_mode', 'text', (c) => c.notNull())
    .addColumn('approval_minutes', 'integer')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('gate_policies_list')
    .on('gate_policies')
    .columns(['account_id', 'created_at', 'id'])
    .execute();

  // No reference to the budget: an addition for a deleted budget must not fail the others beside it.
  await db.schema
    .createTable('gate_spend')
    .addColumn('budget_id', 'text', (c) => c.notNull())
    .addColumn('generation', 'integer', (c) => c.notNull())
    .addColumn('period_start', 'bigint', (c) => c.notNull())
    .addColumn('spent_micros', 'bigint', (c) => c.notNull())
    .addColumn('added_micros', 'bigint', (c) => c.notNull())
    .addColumn('reconciled_at', 'bigint')
    .addColumn('reconciled_added_micros', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gate_spend_pk', ['budget_id', 'generation', 'period_start'])
    .execute();

  await db.schema
    .createTable('gate_holds')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('micros', 'bigint', (c) => c.notNull())
    .addColumn('budget_ids', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('gate_holds_expiry').on('gate_holds').column('expires_at').execute();
  await db.schema
    .createTable('gate_held')
    .addColumn('budget_id', 'text', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('micros', 'bigint', (c) => c.notNull())
    .addColumn('holds', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('gate_held_pk', ['budget_id', 'expires_at'])
    .execute();

  await db.schema
    .createTable('gate_approvals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('open_key', 'text', (c) => c.unique())
    .addColumn('reasons', 'text', (c) => c.notNull())
    .addColumn('provider', 'text')
    .addColumn('model', 'text')
    .addColumn('tool', 'text')
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('trace_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('estimated_micros', 'bigint')
    .addColumn('estimated_tokens', 'bigint')
    .addColumn('tags', 'text', (c) => c.notNull())
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('decided_at', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('comment', 'text')
    .addColumn('used_at', 'bigint')
    .execute();
  await db.schema
    .createIndex('gate_approvals_list')
    .on('gate_approvals')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('gate_approvals_expiry')
    .on('gate_approvals')
    .columns(['status', 'expires_at'])
    .execute();
};
