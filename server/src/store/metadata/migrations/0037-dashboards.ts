import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

export const dashboards = (kind: MetadataKind) => async (db: Kysely<never>) => {
  await db.schema
    .createTable('dashboards')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text', (c) => c.notNull())
    .addColumn('widgets', 'text', (c) => c.notNull())
    .addColumn('widget_count', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('dashboards_account').on('dashboards').column('account_id').execute();
};
