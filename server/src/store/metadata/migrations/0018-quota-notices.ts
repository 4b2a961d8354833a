import type { Kysely } from 'kysely';

/** Of whom it was told that so much of the month's quota is used. */
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
