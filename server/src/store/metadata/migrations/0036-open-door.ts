import type { Kysely } from 'kysely';

/** Which providers the strict door takes, and spans that other back ends' clients have not finished yet. */
export const openDoor = async (db: Kysely<never>) => {
  await db.schema
    .alterTable('accounts')
    .addColumn('accept_providers', 'text', (c) => c.notNull().defaultTo('four'))
    .execute();
  await db.schema
    .createTable('open_spans')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_number', 'integer', (c) => c.notNull())
    .addColumn('peer', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('trace_id', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('bytes', 'integer', (c) => c.notNull())
    .addColumn('begun', 'integer', (c) => c.notNull())
    .addColumn('ended', 'integer', (c) => c.notNull())
    .addColumn('latest_order', 'bigint', (c) => c.notNull())
    .addColumn('key_id', 'text', (c) => c.notNull())
    .addColumn('client', 'text', (c) => c.notNull())
    .addColumn('first_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('due_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('open_spans_pk', ['account_id', 'project_number', 'peer', 'kind', 'id'])
    .execute();
  await db.schema.createIndex('open_spans_due').on('open_spans').column('due_at').execute();
  await db.schema
    .createIndex('open_spans_trace')
    .on('open_spans')
    .columns(['account_id', 'project_number', 'peer', 'trace_id'])
    .execute();
};
