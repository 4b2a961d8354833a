import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Scores of a judge for answers that were spoilt on purpose, and the lease of a probe. */
export const judgeProbes = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('judge_probes')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('criterion_id', number, (c) => c.notNull())
    .addColumn('call_id', 'text', (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('judge', 'text', (c) => c.notNull())
    .addColumn('original', 'double precision', (c) => c.notNull())
    .addColumn('again', 'double precision', (c) => c.notNull())
    .addColumn('degraded', 'double precision', (c) => c.notNull())
    .addColumn('detected', 'integer', (c) => c.notNull())
    .addColumn('inverted', 'integer', (c) => c.notNull())
    .addColumn('stable', 'integer', (c) => c.notNull())
    .addColumn('cost_micros', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('judge_probes_judge')
    .on('judge_probes')
    .columns(['account_id', 'judge', 'created_at'])
    .execute();

  await db.schema
    .createTable('judge_probe_locks')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('holder', 'text', (c) => c.notNull())
    .addColumn('locked_until', number, (c) => c.notNull())
    .execute();

  // Finds accounts with material for probes: the newest scores of a model.
  await db.schema
    .createIndex('eval_scores_judged')
    .on('eval_scores')
    .columns(['account_id', 'created_at'])
    .where('judge' as never, 'is not', null)
    .execute();
};
