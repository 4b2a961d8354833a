import type { Kysely } from 'kysely';

/** Prices of an account by length of the input, of one-hour cache writes, tools and service tiers, as JSON. */
export const morePrices = async (db: Kysely<never>) => {
  await db.schema.alterTable('model_prices').addColumn('more', 'text').execute();
};
