import type { Kysely } from 'kysely';

/** Quota thresholds that were reported already. */
export const quotaNotices = async (db: Kysely<never>) => {
  await db.schema
    .createTable('quota_notices')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('percent', 'integer', (c) => c.notNull())
    .addColumn('noticed_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('quota_notices_pk', ['account_id', 'month', 'percent'])
    .execute();
};
