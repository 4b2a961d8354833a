import type { Kysely } from 'kysely';

/** Proposed improvements, one row per cause. */
export const proposals = async (db: Kysely<never>) => {
  await db.schema
    .createTable('proposals')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .addColumn('saving_micros', 'bigint', (c) => c.notNull())
    .addColumn('confidence', 'double precision', (c) => c.notNull())
    .addColumn('weight', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('decided_weight', 'bigint')
    .addColumn('decided_by', 'text')
    .addColumn('comment', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('updated_at', 'bigint', (c) => c.notNull())
    .execute();
  // The same cause found again updates the first row.
  await db.schema
    .createIndex('proposals_cause')
    .unique()
    .on('proposals')
    .columns(['account_id', 'fingerprint'])
    .execute();
  await db.schema
    .createIndex('proposals_list')
    .on('proposals')
    .columns(['account_id', 'status', 'saving_micros', 'id'])
    .execute();
};
