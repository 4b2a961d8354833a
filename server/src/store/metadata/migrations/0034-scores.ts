import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Scores that clients send, and what it takes to list them together with those of judges and people. */
export const scores = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('scores')
    .addColumn('number', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_number', number, (c) => c.notNull())
    .addColumn('id', 'text', (c) => c.notNull())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('data_type', 'text', (c) => c.notNull())
    .addColumn('source', 'text', (c) => c.notNull())
    .addColumn('number_value', 'double precision')
    .addColumn('label', 'text')
    .addColumn('sealed', 'text')
    .addColumn('call_id', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('span_id', 'text')
    .addColumn('session_id', 'text')
    .addColumn('run_id', 'text')
    .addColumn('author_id', 'text', (c) => c.notNull())
    .addColumn('any_project', 'integer', (c) => c.notNull())
    .addColumn('locate_at', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('received_at', number, (c) => c.notNull())
    .execute();

  // Within a project, so that a key of another project can neither change a score nor learn of it.
  await db.schema
    .createIndex('scores_id')
    .unique()
    .on('scores')
    .columns(['account_id', 'id', 'project_number'])
    .execute();
  await db.schema
    .createIndex('scores_list')
    .on('scores')
    .columns(['account_id', 'created_at', 'number'])
    .execute();
  await db.schema
    .createIndex('scores_name')
    .on('scores')
    .columns(['account_id', 'name', 'project_number', 'created_at'])
    .execute();
  // A score has one or two of these, so each index holds only the scores that have it.
  for (const column of ['call_id', 'trace_id', 'span_id', 'session_id', 'run_id']) {
    await db.schema
      .createIndex(`scores_${column.replace('_id', '')}`)
      .on('scores')
      .columns(['account_id', column])
      .where(column as never, 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('scores_locate')
    .on('scores')
    .column('locate_at')
    .where('locate_at' as never, 'is not', null)
    .execute();

  // Alerts on a score by name, and on the share of one of its values.
  for (const column of ['score_name', 'score_value'])
    await db.schema.alterTable('alerts').addColumn(column, 'text').execute();

  // The list of all scores has these two tables in it, newest first.
  await db.schema
    .createIndex('annotations_newest')
    .on('annotations')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
  await db.schema
    .createIndex('eval_scores_newest')
    .on('eval_scores')
    .columns(['account_id', 'created_at', 'id'])
    .execute();
};
