import type { Kysely } from 'kysely';

/** Findings of the guardian, the progress of its scans, and the findings that an alert has reported. */
export const guardian = async (db: Kysely<never>) => {
  const number = 'bigint' as const;
  await db.schema
    .createTable('guardian_findings')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text', (c) => c.notNull())
    .addColumn('number', number, (c) => c.notNull())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('cause', 'text', (c) => c.notNull())
    .addColumn('fingerprint', 'text', (c) => c.notNull())
    .addColumn('severity', 'text', (c) => c.notNull())
    .addColumn('title', 'text', (c) => c.notNull())
    .addColumn('detail', 'text', (c) => c.notNull())
    .addColumn('evidence', 'text', (c) => c.notNull())
    .addColumn('tally', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('status_at', number)
    .addColumn('first_seen_at', number, (c) => c.notNull())
    .addColumn('last_seen_at', number, (c) => c.notNull())
    .addColumn('count', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex('guardian_findings_once')
    .unique()
    .on('guardian_findings')
    .columns(['account_id', 'fingerprint'])
    .execute();
  await db.schema
    .createIndex('guardian_findings_list')
    .on('guardian_findings')
    .columns(['account_id', 'last_seen_at', 'id'])
    .execute();
  await db.schema
    .createIndex('guardian_findings_cause')
    .on('guardian_findings')
    .columns(['account_id', 'cause'])
    .execute();
  await db.schema
    .createIndex('guardian_findings_new')
    .on('guardian_findings')
    .columns(['account_id', 'number'])
    .execute();

  await db.schema
    .createTable('guardian_scans')
    .addColumn('account_id', 'text', (c) => c.primaryKey().references('accounts.id'))
    .addColumn('account_number', number, (c) => c.notNull())
    .addColumn('settled_until', number, (c) => c.notNull())
    .addColumn('seen', 'text', (c) => c.notNull())
    .addColumn('arrived', 'text', (c) => c.notNull())
    .addColumn('findings_made', number, (c) => c.notNull())
    .addColumn('version', number, (c) => c.notNull())
    .addColumn('scanned_at', number, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('guardian_progress')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', number, (c) => c.notNull())
    .execute();

  // Findings of the account up to this number are older than the alert or were reported.
  await db.schema
    .alterTable('alerts')
    .addColumn('findings_told', number, (c) => c.notNull().defaultTo(0))
    .execute();
};
