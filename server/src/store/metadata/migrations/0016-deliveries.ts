import type { Kysely } from 'kysely';

/** Outgoing messages and their status. */
export async function deliveries(db: Kysely<never>): Promise<void> {
  const number = 'bigint' as const;
  await db.schema
    .createTable('deliveries')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('channel', 'text', (c) => c.notNull())
    .addColumn('target', 'text')
    // Deleted with the alert.
    .addColumn('alert_id', number, (c) => c.references('alerts.id').onDelete('cascade'))
    .addColumn('alert_event_id', number)
    .addColumn('webhook_id', 'text')
    .addColumn('event', 'text', (c) => c.notNull())
    .addColumn('body', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('attempts', 'text', (c) => c.notNull())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('turn', 'integer', (c) => c.notNull())
    .addColumn('next_at', number)
    .addColumn('give_up_at', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  const lists = [
    ['deliveries_alert_event', 'alert_event_id'],
    ['deliveries_webhook', 'webhook_id'],
  ] as const;
  for (const [name, column] of lists) {
    await db.schema
      .createIndex(name)
      .on('deliveries')
      .columns([column, 'created_at', 'id'])
      .where(column as never, 'is not', null)
      .execute();
  }
  await db.schema
    .createIndex('deliveries_alert')
    .on('deliveries')
    .columns(['alert_id', 'status'])
    .where('alert_id' as never, 'is not', null)
    .execute();
  await db.schema.createIndex('deliveries_age').on('deliveries').column('created_at').execute();
}
