import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Annotations, review leases and evaluation scores. */
export const annotations = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  const numbered = (name: string) =>
    db.schema
      .createTable(name)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
        kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'));

  await numbered('annotations')
    .addColumn('project_number', number, (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('of_eval_run', 'integer', (c) => c.notNull())
    .addColumn('annotation_text', 'text')
    .addColumn('label', 'text')
    .addColumn('quality_score', 'integer')
    .addColumn('author_type', 'text', (c) => c.notNull())
    .addColumn('author_id', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  // Includes the score, so that the review queue reads only the index.
  await db.schema
    .createIndex('annotations_call')
    .on('annotations')
    .columns(['account_id', 'call_id', 'id', 'quality_score'])
    .execute();
  await db.schema
    .createIndex('annotations_label')
    .on('annotations')
    .columns(['account_id', 'label', 'id'])
    .execute();
  // Covers the coverage query, which reads only the index.
  await db.schema
    .createIndex('annotations_scored')
    .on('annotations')
    .columns(['account_id', 'call_timestamp', 'call_id', 'project_number', 'of_eval_run'])
    .where('quality_score' as never, 'is not', null)
    .execute();

  await db.schema
    .createTable('review_claims')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('claimed_by', 'text', (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('review_claims_pk', ['account_id', 'call_id'])
    .execute();
  await db.schema.createIndex('review_claims_expiry').on('review_claims').column('expires_at').execute();

  await numbered('eval_scores')
    .addColumn('project_id', 'text')
    .addColumn('run_id', number)
    .addColumn('rule_id', number)
    .addColumn('criterion_id', number, (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('call_timestamp', number, (c) => c.notNull())
    .addColumn('trace_id', 'text')
    .addColumn('score', 'double precision')
    .addColumn('normalized', 'double precision')
    .addColumn('label', 'text')
    .addColumn('reasoning', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('reason', 'text')
    .addColumn('judge', 'text')
    .addColumn('cost_micros', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('eval_scores_call')
    .on('eval_scores')
    .columns(['account_id', 'call_id', 'criterion_id'])
    .execute();
  await db.schema
    .createIndex('eval_scores_criterion')
    .on('eval_scores')
    .columns(['account_id', 'criterion_id', 'created_at'])
    .execute();
  await db.schema.createIndex('eval_scores_run').on('eval_scores').column('run_id').execute();
  // The order of the review queue: the lowest first, among equals the newest call.
  await db.schema
    .createIndex('eval_scores_lowest')
    .on('eval_scores')
    .columns(['account_id', 'normalized', 'call_timestamp desc', 'id'])
    .execute();
};
