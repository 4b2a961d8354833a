import type { Kysely } from 'kysely';

/** An account's own criteria. Those that every account has are in code, with lower ids. */
export const evalCriteria = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('eval_criteria')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('rubric', 'text', (c) => c.notNull())
    .addColumn('scale_min', 'double precision', (c) => c.notNull())
    .addColumn('scale_max', 'double precision', (c) => c.notNull())
    .addColumn('type', 'text', (c) => c.notNull())
    .addColumn('score_type', 'text', (c) => c.notNull())
    .addColumn('scope', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addUniqueConstraint('eval_criteria_name', ['account_id', 'name'])
    .execute();
};
