import type { Kysely } from 'kysely';

/** Inputs and expected outputs for evaluation runs. */
export const evalDatasets = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('eval_datasets')
    .addColumn('id', number, (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('description', 'text')
    .addColumn('prompt_id', number, (c) => c.references('prompts.id').onDelete('set null'))
    .addColumn('frozen', 'integer', (c) => c.notNull())
    .addColumn('version', 'integer', (c) => c.notNull())
    .addColumn('item_count', 'integer', (c) => c.notNull())
    .addColumn('last_item_id', 'integer', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addUniqueConstraint('eval_datasets_name', ['account_id', 'name'])
    .execute();
  await db.schema
    .createIndex('eval_datasets_list')
    .on('eval_datasets')
    .columns(['account_id', 'id'])
    .execute();
  await db.schema.createIndex('eval_datasets_prompt').on('eval_datasets').column('prompt_id').execute();

  await db.schema
    .createTable('eval_dataset_items')
    .addColumn('dataset_id', number, (c) => c.notNull().references('eval_datasets.id').onDelete('cascade'))
    .addColumn('id', 'integer', (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('input_text', 'text', (c) => c.notNull())
    .addColumn('expected_output', 'text')
    .addColumn('source_call_id', 'text')
    .addPrimaryKeyConstraint('eval_dataset_items_pk', ['dataset_id', 'id'])
    .execute();
};
