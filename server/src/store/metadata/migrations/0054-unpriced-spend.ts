import type { Kysely } from 'kysely';

/**
 * What a budget does about calls without a price, how many of them its periods have, and how many the window of an
 * alert on cost had when it fired.
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
