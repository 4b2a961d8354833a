import type { Kysely } from 'kysely';

/** Saved states of the playground, for links. */
export const playgroundDrafts = async (db: Kysely<never>) => {
  await db.schema
    .createTable('playground_drafts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text')
    .addColumn('source_call_id', 'text')
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('playground_drafts_account')
    .on('playground_drafts')
    .columns(['account_id', 'created_at'])
    .execute();
};
