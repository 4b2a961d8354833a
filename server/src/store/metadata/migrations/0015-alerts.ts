import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Alert rules with their state between checks, and a row for each firing. */
export const alerts = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  const numbered = (table: string) =>
    db.schema
      .createTable(table)
      .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
        kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
      )
      .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'));

  await numbered('alerts')
    .addColumn('project_id', 'text')
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('alert_type', 'text', (c) => c.notNull())
    .addColumn('threshold_value', 'double precision', (c) => c.notNull())
    .addColumn('window_minutes', 'integer', (c) => c.notNull())
    .addColumn('channel_kinds', 'text', (c) => c.notNull())
    .addColumn('channel_targets', 'text', (c) => c.notNull())
    .addColumn('enabled', 'integer', (c) => c.notNull())
    .addColumn('eval_criterion_id', number)
    .addColumn('silenced_until', number)
    .addColumn('holds', 'integer', (c) => c.notNull())
    .addColumn('fired_at', number)
    .addColumn('held_back', 'integer', (c) => c.notNull())
    .addColumn('version', number, (c) => c.notNull())
    .addColumn('last_triggered_at', number)
    .addColumn('last_observed_value', 'double precision')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('alerts_list').on('alerts').columns(['account_id', 'id']).execute();

  // The snapshots may be missing. Such an event shows the current rule.
  await numbered('alert_events')
    .addColumn('alert_id', number, (c) => c.notNull().references('alerts.id').onDelete('cascade'))
    .addColumn('alert_type', 'text')
    .addColumn('threshold_value', 'double precision')
    .addColumn('window_minutes', 'integer')
    .addColumn('triggered_at', number, (c) => c.notNull())
    .addColumn('observed_value', 'double precision', (c) => c.notNull())
    .addColumn('channels_sent', 'text', (c) => c.notNull())
    .addColumn('acknowledged_at', number)
    .addColumn('acknowledged_by', 'text')
    .execute();
  await db.schema
    .createIndex('alert_events_list')
    .on('alert_events')
    .columns(['account_id', 'triggered_at', 'id'])
    .execute();
  await db.schema
    .createIndex('alert_events_of')
    .on('alert_events')
    .columns(['alert_id', 'triggered_at', 'id'])
    .execute();
};
