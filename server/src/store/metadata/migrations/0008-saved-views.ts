import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Filters saved under a name. */
export const savedViews = (kind: MetadataKind) => async (db: Kysely<never>) => {
  await db.schema
    .createTable('saved_views')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('filter', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .addUniqueConstraint('saved_views_account_name', ['account_id', 'name'])
    .execute();
};
