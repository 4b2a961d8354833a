import type { Kysely } from 'kysely';

/** Limits of an account in place of those of its plan. */
export const accountLimits = async (db: Kysely<never>) => {
  for (const column of ['export_rows', 'trace_spans', 'saved_views'])
    await db.schema.alterTable('accounts').addColumn(column, 'bigint').execute();
};
