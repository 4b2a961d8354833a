import type { Kysely } from 'kysely';

/** Assessments by a classifier, leases of calls under way, and the progress of background scans. */
export const safetyAssessments = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('safety_assessments')
    // From our own sequence, not the engine's: its row is locked until the commit, so that ids become visible
    // in order.
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_number', number, (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('classifier_id', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('labels', 'text', (c) => c.notNull())
    .addColumn('flagged', 'integer', (c) => c.notNull())
    .addColumn('score', 'double precision', (c) => c.notNull())
    .addColumn('reasoning', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  // A call is classified only once, also when two processes try.
  await db.schema
    .createIndex('safety_assessments_once')
    .unique()
    .on('safety_assessments')
    .columns(['account_id', 'call_id', 'classifier_id'])
    .execute();
  await db.schema
    .createIndex('safety_assessments_list')
    .on('safety_assessments')
    .columns(['account_id', 'id'])
    .execute();
  await db.schema
    .createIndex('safety_assessments_flagged')
    .on('safety_assessments')
    .columns(['account_id', 'id'])
    .where('flagged' as never, '=', 1)
    .execute();
  // For readers that continue after the last id, over all accounts.
  await db.schema
    .createIndex('safety_assessments_feed')
    .on('safety_assessments')
    .column('id')
    .where('flagged' as never, '=', 1)
    .execute();
  // The order of the review queue: the highest first, among equals the newest call.
  await db.schema
    .createIndex('safety_assessments_worst')
    .on('safety_assessments')
    .columns(['account_id', 'score desc', 'call_timestamp desc', 'id'])
    .where('flagged' as never, '=', 1)
    .execute();
  // They expire with their calls.
  await db.schema
    .createIndex('safety_assessments_age')
    .on('safety_assessments')
    .columns(['account_id', 'call_timestamp'])
    .execute();

  await db.schema
    .createTable('safety_claims')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('classifier_id', 'text', (c) => c.notNull())
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('safety_claims_pk', ['account_id', 'call_id', 'classifier_id'])
    .execute();
  await db.schema.createIndex('safety_claims_holder').on('safety_claims').column('holder').execute();

  await db.schema
    .createTable('safety_scans')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('watermark', number, (c) => c.notNull())
    .addColumn('watermark_id', 'text', (c) => c.notNull())
    .addColumn('last_run_at', number)
    .addColumn('locked_by', 'text')
    .addColumn('locked_until', number, (c) => c.notNull())
    .execute();
};
