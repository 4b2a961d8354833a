import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Named review queues. Everything in a queue goes with it, and everything about an item with the item. */
export const reviewQueues = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  const numbered = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
        kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'));

  await numbered('review_queues')
    .addColumn('project_id', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('instructions', 'text', (c) => c.notNull())
    .addColumn('dimensions', 'text', (c) => c.notNull())
    .addColumn('reviewers_per_item', 'integer', (c) => c.notNull())
    .addColumn('assignees', 'text', (c) => c.notNull())
    .addColumn('dataset_id', number, (c) => c.references('eval_datasets.id').onDelete('set null'))
    .addColumn('filter', 'text')
    .addColumn('sample_pct', 'double precision', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('max_open', number, (c) => c.notNull())
    .addColumn('watermark', number, (c) => c.notNull())
    .addColumn('passed_over', number, (c) => c.notNull())
    .addColumn('last_filled_at', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('review_queues_name')
    .unique()
    .on('review_queues')
    .columns(['account_id', 'name'])
    .execute();
  await db.schema.createIndex('review_queues_dataset').on('review_queues').column('dataset_id').execute();

  await numbered('review_items')
    .addColumn('queue_id', number, (c) => c.notNull().references('review_queues.id').onDelete('cascade'))
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('state', 'text', (c) => c.notNull())
    .addColumn('answer_count', 'integer', (c) => c.notNull())
    .addColumn('final', 'text')
    .addColumn('published', 'integer', (c) => c.notNull())
    .addColumn('correction_outcome', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('done_at', number)
    .execute();
  // A queue has a call once, also when two processes add it.
  await db.schema
    .createIndex('review_items_call')
    .unique()
    .on('review_items')
    .columns(['queue_id', 'call_id'])
    .execute();
  await db.schema
    .createIndex('review_items_state')
    .on('review_items')
    .columns(['queue_id', 'state', 'id'])
    .execute();
  await db.schema
    .createIndex('review_items_erasure')
    .on('review_items')
    .columns(['account_id', 'call_id'])
    .execute();
  await db.schema
    .createIndex('review_items_unpublished')
    .on('review_items')
    .column('id')
    .where('published' as never, '=', 0 as never)
    .execute();

  await db.schema
    .createTable('review_places')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('item_id', number, (c) => c.notNull().references('review_items.id').onDelete('cascade'))
    .addColumn('reviewer_id', 'text', (c) => c.notNull())
    .addColumn('taken_at', number, (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('skipped_at', number)
    .addPrimaryKeyConstraint('review_places_key', ['item_id', 'reviewer_id'])
    .execute();
  await db.schema.createIndex('review_places_account').on('review_places').column('account_id').execute();

  await numbered('review_answers')
    .addColumn('queue_id', number, (c) => c.notNull().references('review_queues.id').onDelete('cascade'))
    .addColumn('item_id', number, (c) => c.notNull().references('review_items.id').onDelete('cascade'))
    .addColumn('reviewer_type', 'text', (c) => c.notNull())
    .addColumn('reviewer_id', 'text', (c) => c.notNull())
    .addColumn('is_resolution', 'integer', (c) => c.notNull())
    .addColumn('answers', 'text', (c) => c.notNull())
    .addColumn('sealed', 'text')
    .addColumn('duration_ms', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('review_answers_once')
    .unique()
    .on('review_answers')
    .columns(['item_id', 'reviewer_id', 'is_resolution'])
    .execute();
  await db.schema
    .createIndex('review_answers_queue')
    .on('review_answers')
    .columns(['queue_id', 'item_id'])
    .execute();
  await db.schema.createIndex('review_answers_account').on('review_answers').column('account_id').execute();
};
