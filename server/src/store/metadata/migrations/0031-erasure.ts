import { sql, type Kysely } from 'kysely';

/**
 * Seals texts of dataset items, links their copies in runs to the call, adds a table of erasures, and lets an
 * account be closed. Existing rows stay as they are here: a job seals them (features/eval-datasets).
 */
export const erasure = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  for (const table of ['eval_dataset_items', 'eval_run_items']) {
    await db.schema
      .alterTable(table)
      .addColumn('sealed', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  }
  await db.schema.alterTable('eval_run_items').addColumn('source_call_id', 'text').execute();
  await sql`update eval_run_items set source_call_id = (
      select item.source_call_id from eval_dataset_items as item
      join eval_runs as run on run.dataset_id = item.dataset_id
      where run.id = eval_run_items.run_id and cast(item.id as text) = eval_run_items.item_key)
    where input_text is not null`.execute(db);
  await sql`create index eval_dataset_items_clear on eval_dataset_items (dataset_id) where sealed = 0`.execute(
    db,
  );
  await sql`create index eval_run_items_clear on eval_run_items (run_id) where sealed = 0 and input_text is not null`.execute(
    db,
  );
  await db.schema
    .createIndex('eval_dataset_items_source')
    .on('eval_dataset_items')
    .column('source_call_id')
    .execute();
  await db.schema
    .createIndex('eval_run_items_source')
    .on('eval_run_items')
    .column('source_call_id')
    .execute();

  await sql`create index eval_scores_trace on eval_scores (account_id, trace_id) where trace_id is not null`.execute(
    db,
  );

  await db.schema
    .createTable('erasures')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text')
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('selector', 'text')
    .addColumn('digest', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('found', number, (c) => c.notNull())
    .addColumn('erased', number, (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('requested_by', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('started_at', number)
    .addColumn('finished_at', number)
    .execute();
  await db.schema
    .createIndex('erasures_list')
    .on('erasures')
    .columns(['account_id', 'created_at', 'id'])
    .execute();

  await db.schema.alterTable('accounts').addColumn('deletes_at', number).execute();
};
