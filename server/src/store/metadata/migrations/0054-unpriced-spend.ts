import type { Kysely } from 'kysely';

/**
 * The setting of a budget for calls without a price, and the counts of such calls: in its periods, and in the window
 * of an alert on cost when it fired.
 */
export const unpricedSpend = async (db: Kysely<never>) => {
  await db.schema
    .alterTable('gate_budgets')
    .addColumn('on_unpriced', 'text', (c) => c.notNull().defaultTo('warn'))
    .execute();
  for (const column of ['unpriced_calls', 'unpriced_tokens', 'added_unpriced_calls', 'added_unpriced_tokens'])
    await db.schema
      .alterTable('gate_spend')
      .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  for (const column of ['unpriced_calls', 'unpriced_tokens'])
    await db.schema.alterTable('alert_events').addColumn(column, 'bigint').execute();
};
