import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Rules that score new calls. The scores are in `eval_scores`. */
export const evalRules = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('eval_rules')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text')
    .addColumn('name', 'text')
    .addColumn('criterion_id', number, (c) => c.notNull())
    // The same, unless it is a criterion that every account has: those are in code. A rule goes with its
    // criterion.
    .addColumn('own_criterion_id', number, (c) => c.references('eval_criteria.id').onDelete('cascade'))
    .addColumn('filter', 'text', (c) => c.notNull())
    .addColumn('sample_pct', 'double precision', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('watermark', number, (c) => c.notNull())
    .addColumn('scored_count', number, (c) => c.notNull())
    .addColumn('failed_count', number, (c) => c.notNull())
    .addColumn('last_run_at', number)
    .addColumn('last_error', 'text')
    .addColumn('last_error_reason', 'text')
    .addColumn('locked_by', 'text')
    .addColumn('locked_until', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('eval_rules_list').on('eval_rules').columns(['account_id', 'id']).execute();
  await db.schema.createIndex('eval_rules_criterion').on('eval_rules').column('own_criterion_id').execute();

  // A rule scores a call only once, also when two processes try.
  await db.schema
    .createIndex('eval_scores_rule_once')
    .unique()
    .on('eval_scores')
    .columns(['rule_id', 'criterion_id', 'call_id'])
    .where('rule_id' as never, 'is not', null)
    .execute();
  // Scores of rules expire with the calls.
  await db.schema
    .createIndex('eval_scores_rule_age')
    .on('eval_scores')
    .columns(['account_id', 'call_timestamp'])
    .where('rule_id' as never, 'is not', null)
    .execute();
  // A rule shows its newest scores first.
  await db.schema
    .createIndex('eval_scores_rule_list')
    .on('eval_scores')
    .columns(['rule_id', 'id'])
    .where('rule_id' as never, 'is not', null)
    .execute();
};
