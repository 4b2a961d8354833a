import { sql, type Kysely } from 'kysely';

/**
 * Versions of datasets. The current items stay where they are, so that a process of the version before reads
 * and writes them as ever; items that were changed or removed move to a table of their own.
 */
export const datasetVersions = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  for (const column of ['split', 'client_key', 'input_digest'])
    await db.schema.alterTable('eval_dataset_items').addColumn(column, 'text').execute();
  await db.schema.alterTable('eval_dataset_items').addColumn('since_version', 'integer').execute();
  await db.schema
    .createIndex('eval_dataset_items_order')
    .on('eval_dataset_items')
    .columns(['dataset_id', 'position'])
    .execute();
  for (const column of ['client_key', 'input_digest'])
    await sql`create index ${sql.id(`eval_dataset_items_${column}`)}
      on eval_dataset_items (dataset_id, ${sql.id(column)})`.execute(db);

  await db.schema
    .createTable('eval_dataset_past_items')
    .addColumn('dataset_id', number, (c) => c.notNull().references('eval_datasets.id').onDelete('cascade'))
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('since_version', 'integer')
    .addColumn('until_version', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('input_text', 'text', (c) => c.notNull())
    .addColumn('source_call_id', 'text')
    .addColumn('external_id', 'text')
    .addColumn('source_trace_id', 'text')
    .addColumn('split', 'text')
    .addColumn('client_key', 'text')
    .addPrimaryKeyConstraint('eval_dataset_past_items_pk', ['dataset_id', 'id', 'until_version'])
    .execute();
  await db.schema
    .createIndex('eval_dataset_past_items_order')
    .on('eval_dataset_past_items')
    .columns(['dataset_id', 'position'])
    .execute();
  await db.schema
    .createIndex('eval_dataset_past_items_until')
    .on('eval_dataset_past_items')
    .columns(['dataset_id', 'until_version'])
    .execute();
  for (const column of ['source_call_id', 'source_trace_id'])
    await sql`create index ${sql.id(`eval_dataset_past_items_${column}`)}
      on eval_dataset_past_items (${sql.id(column)}) where ${sql.id(column)} is not null`.execute(db);

  await db.schema
    .createTable('eval_dataset_versions')
    .addColumn('dataset_id', number, (c) => c.notNull().references('eval_datasets.id').onDelete('cascade'))
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('item_count', 'integer', (c) => c.notNull())
    .addColumn('added', 'integer', (c) => c.notNull())
    .addColumn('changed', 'integer', (c) => c.notNull())
    .addColumn('removed', 'integer', (c) => c.notNull())
    .addColumn('made_by', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('eval_dataset_versions_pk', ['dataset_id', 'version'])
    .execute();

  for (const column of ['dataset_items', 'item_characters'])
    await db.schema.alterTable('accounts').addColumn(column, 'integer').execute();
};
