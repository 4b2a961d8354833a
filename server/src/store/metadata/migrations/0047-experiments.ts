import { sql, type Kysely } from 'kysely';

/** Experiments: several variants answer the same items. A row of a cell exists once it has an outcome. */
export const experiments = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  const share = 'double precision' as const;
  await db.schema
    .createTable('experiments')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('message', 'text')
    .addColumn('dataset_id', number, (c) => c.notNull())
    .addColumn('dataset_version', number, (c) => c.notNull())
    .addColumn('split', 'text')
    .addColumn('item_count', 'integer', (c) => c.notNull())
    .addColumn('variants', 'text', (c) => c.notNull())
    .addColumn('criteria', 'text', (c) => c.notNull())
    .addColumn('baseline', 'integer', (c) => c.notNull())
    .addColumn('repetitions', 'integer', (c) => c.notNull())
    .addColumn('concurrency', 'integer', (c) => c.notNull())
    .addColumn('limit_micros', number)
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('cells_total', 'integer', (c) => c.notNull())
    .addColumn('cells_done', 'integer', (c) => c.notNull())
    .addColumn('cells_failed', 'integer', (c) => c.notNull())
    .addColumn('spent_micros', number, (c) => c.notNull())
    .addColumn('shipped', 'text')
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('started_at', number)
    .addColumn('ended_at', number)
    .execute();
  await db.schema
    .createIndex('experiments_list')
    .on('experiments')
    .columns(['account_id', 'created_at', 'id'])
    .execute();

  await db.schema
    .createTable('experiment_items')
    .addColumn('experiment_id', 'text', (c) => c.notNull().references('experiments.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('item_id', 'integer', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('source_call_id', 'text')
    .addColumn('disagreement', share, (c) => c.notNull())
    .addColumn('score', share, (c) => c.notNull())
    .addColumn('cost_micros', number, (c) => c.notNull())
    .addColumn('latency_ms', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('experiment_items_pk', ['experiment_id', 'position'])
    .execute();
  await sql`create index experiment_items_source
    on experiment_items (source_call_id) where source_call_id is not null`.execute(db);

  await db.schema
    .createTable('experiment_cells')
    .addColumn('experiment_id', 'text', (c) => c.notNull().references('experiments.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('variant', 'integer', (c) => c.notNull())
    .addColumn('repetition', 'integer', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('call_id', 'text')
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('body', 'text')
    .addColumn('output_digest', 'text')
    .addColumn('scores', 'text', (c) => c.notNull())
    .addColumn('cost_micros', number, (c) => c.notNull())
    .addColumn('latency_ms', number)
    .addColumn('input_tokens', number)
    .addColumn('output_tokens', number)
    .addColumn('attempts', 'integer', (c) => c.notNull())
    .addColumn('verdict', 'text')
    .addColumn('verdict_by', 'text')
    .addColumn('verdict_at', number)
    .addColumn('finished_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('experiment_cells_pk', ['experiment_id', 'position', 'variant', 'repetition'])
    .execute();
  await sql`create index experiment_cells_call
    on experiment_cells (call_id) where call_id is not null`.execute(db);
};
