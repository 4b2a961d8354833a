import { sql, type Kysely } from 'kysely';

/**
 * Numbers the versions of each prompt in the order of their creation, adds chat prompts and a configuration, lets
 * items of datasets have an id and facts of another system, and adds runs that were made outside.
 */
export const promptNumbers = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .alterTable('prompts')
    .addColumn('number', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await db.schema
    .alterTable('prompts')
    .addColumn('type', 'text', (c) => c.notNull().defaultTo('text'))
    .execute();
  await db.schema
    .alterTable('prompts')
    .addColumn('config', 'text', (c) => c.notNull().defaultTo('{}'))
    .execute();
  await sql`update prompts set number = numbered.number from (
      select id, row_number() over (partition by account_id, name order by id) as number from prompts) as numbered
    where numbered.id = prompts.id`.execute(db);
  await db.schema
    .createIndex('prompts_name_number')
    .unique()
    .on('prompts')
    .columns(['account_id', 'name', 'number'])
    .execute();

  // Outlives its versions, so that the number of a deleted version is not used again.
  await db.schema
    .createTable('prompt_names')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('last_number', 'integer', (c) => c.notNull())
    .addPrimaryKeyConstraint('prompt_names_pk', ['account_id', 'name'])
    .execute();
  await sql`insert into prompt_names (account_id, name, last_number)
    select account_id, name, max(number) from prompts group by account_id, name`.execute(db);

  await db.schema.alterTable('eval_datasets').addColumn('facts', 'text').execute();
  await db.schema.alterTable('eval_dataset_items').addColumn('external_id', 'text').execute();
  await db.schema.alterTable('eval_dataset_items').addColumn('source_trace_id', 'text').execute();
  for (const column of ['external_id', 'source_trace_id'])
    await sql`create index ${sql.id(`eval_dataset_items_${column}`)} on eval_dataset_items (${sql.id(column)})
      where ${sql.id(column)} is not null`.execute(db);

  await db.schema
    .createTable('linked_runs')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('dataset_id', number, (c) => c.notNull().references('eval_datasets.id').onDelete('cascade'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('facts', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addUniqueConstraint('linked_runs_name', ['dataset_id', 'name'])
    .execute();
  await db.schema.createIndex('linked_runs_account').on('linked_runs').column('account_id').execute();

  await db.schema
    .createTable('linked_run_items')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('run_id', 'text', (c) => c.notNull().references('linked_runs.id').onDelete('cascade'))
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('trace_id', 'text', (c) => c.notNull())
    .addColumn('span_id', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('linked_run_items_of')
    .on('linked_run_items')
    .columns(['run_id', 'created_at', 'id'])
    .execute();
  await db.schema.createIndex('linked_run_items_trace').on('linked_run_items').column('trace_id').execute();
};
