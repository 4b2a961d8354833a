import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Evaluation runs and their items. The scores are in `eval_scores`. */
export const evalRuns = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('eval_runs')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('label', 'text')
    .addColumn('dataset_id', number)
    .addColumn('dataset_version', number)
    .addColumn('prompt_id', number)
    .addColumn('recent_count', 'integer')
    .addColumn('filter', 'text')
    .addColumn('criteria', 'text', (c) => c.notNull())
    .addColumn('idempotency_key', 'text')
    .addColumn('picked', 'integer', (c) => c.notNull())
    .addColumn('call_count', 'integer', (c) => c.notNull())
    .addColumn('trace_count', 'integer', (c) => c.notNull())
    .addColumn('error', 'text')
    .addColumn('error_reason', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('started_at', number)
    .addColumn('completed_at', number)
    .execute();
  await db.schema.createIndex('eval_runs_list').on('eval_runs').columns(['account_id', 'id']).execute();
  await db.schema
    .createIndex('eval_runs_key')
    .on('eval_runs')
    .columns(['account_id', 'idempotency_key', 'created_at'])
    .execute();
  await db.schema
    .createIndex('eval_runs_name')
    .on('eval_runs')
    .columns(['account_id', 'name', 'id'])
    .execute();

  // A recent call, or a dataset item as it was when the run began.
  await db.schema
    .createTable('eval_run_items')
    .addColumn('run_id', number, (c) => c.notNull().references('eval_runs.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('item_key', 'text', (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('trace_id', 'text')
    .addColumn('input_text', 'text')
    .addColumn('expected_output', 'text')
    .addPrimaryKeyConstraint('eval_run_items_pk', ['run_id', 'position'])
    .execute();

  // A run scores an item only once, also when two processes try.
  await db.schema
    .createIndex('eval_scores_once')
    .unique()
    .on('eval_scores')
    .columns(['run_id', 'criterion_id', 'call_id'])
    .execute();
};
