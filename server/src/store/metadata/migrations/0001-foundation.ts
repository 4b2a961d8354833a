import type { Kysely } from 'kysely';
import type { MetadataKind } from '../database.ts';

/** Accounts, people, keys, audit, limits, jobs and the change feed. */
export const foundation = (kind: MetadataKind) => async (db: Kysely<never>) => {
  const table = (name: string) => db.schema.createTable(name);
  const number = 'bigint' as const;

  await table('accounts')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', number, (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('plan', 'text', (c) => c.notNull())
    .addColumn('subscription_status', 'text', (c) => c.notNull())
    .addColumn('record_quota', number)
    .addColumn('retention_days', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();

  await table('projects')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('number', number, (c) => c.notNull().unique())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('is_default', 'integer', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .addUniqueConstraint('projects_account_name', ['account_id', 'name'])
    .execute();

  await table('users')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('email', 'text', (c) => c.notNull().unique())
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('password_hash', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('updated_at', number, (c) => c.notNull())
    .execute();

  await table('memberships')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('memberships_pk', ['account_id', 'user_id'])
    .execute();
  await db.schema.createIndex('memberships_user').on('memberships').column('user_id').execute();

  await table('api_keys')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('project_id', 'text', (c) => c.references('projects.id'))
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('secret_hash', 'text', (c) => c.notNull().unique())
    .addColumn('hint', 'text', (c) => c.notNull())
    .addColumn('scopes', 'text')
    .addColumn('expires_at', number)
    .addColumn('last_used_at', number)
    .addColumn('created_by', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('api_keys_account').on('api_keys').column('account_id').execute();

  await table('sessions')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('sessions_user').on('sessions').column('user_id').execute();

  await table('one_time_tokens')
    .addColumn('token_hash', 'text', (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
    .addColumn('user_id', 'text', (c) => c.references('users.id'))
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();

  await table('invitations')
    .addColumn('id', 'text', (c) => c.primaryKey())
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('token_hash', 'text', (c) => c.notNull().unique())
    .addColumn('invited_by', 'text', (c) => c.notNull())
    .addColumn('expires_at', number, (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .execute();
  await db.schema.createIndex('invitations_account').on('invitations').column('account_id').execute();

  await table('consents')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('granted', 'integer', (c) => c.notNull())
    .addColumn('changed_at', number, (c) => c.notNull())
    .addColumn('changed_by', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('consents_pk', ['account_id', 'kind'])
    .execute();

  await table('usage')
    .addColumn('account_id', 'text', (c) => c.notNull().references('accounts.id'))
    .addColumn('month', 'text', (c) => c.notNull())
    .addColumn('records', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('usage_pk', ['account_id', 'month'])
    .execute();

  await table('audit_entries')
    .addColumn('account_id', 'text', (c) => c.notNull())
    .addColumn('seq', number, (c) => c.notNull())
    .addColumn('action', 'text', (c) => c.notNull())
    .addColumn('actor_type', 'text', (c) => c.notNull())
    .addColumn('actor_id', 'text', (c) => c.notNull())
    .addColumn('target_type', 'text', (c) => c.notNull())
    .addColumn('target_id', 'text', (c) => c.notNull())
    .addColumn('metadata', 'text', (c) => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('previous_hash', 'text', (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .addPrimaryKeyConstraint('audit_entries_pk', ['account_id', 'seq'])
    .execute();

  await table('audit_heads')
    .addColumn('account_id', 'text', (c) => c.primaryKey())
    .addColumn('seq', number, (c) => c.notNull())
    .addColumn('hash', 'text', (c) => c.notNull())
    .execute();

  await table('rate_windows')
    .addColumn('key', 'text', (c) => c.primaryKey())
    .addColumn('window_start', number, (c) => c.notNull())
    .addColumn('hits', number, (c) => c.notNull())
    .execute();

  await table('jobs')
    .addColumn('id', kind === 'sqlite' ? 'integer' : 'bigserial', (c) =>
      kind === 'sqlite' ? c.primaryKey().autoIncrement() : c.primaryKey(),
    )
    .addColumn('name', 'text', (c) => c.notNull())
    .addColumn('unique_key', 'text')
    .addColumn('payload', 'text', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('run_at', number, (c) => c.notNull())
    .addColumn('attempt', 'integer', (c) => c.notNull())
    .addColumn('max_attempts', 'integer', (c) => c.notNull())
    .addColumn('locked_by', 'text')
    .addColumn('locked_until', number)
    .addColumn('created_at', number, (c) => c.notNull())
    .addColumn('started_at', number)
    .addColumn('finished_at', number)
    .addColumn('duration_ms', number)
    .addColumn('error', 'text')
    .execute();
  await db.schema.createIndex('jobs_due').on('jobs').columns(['status', 'run_at']).execute();
  await db.schema.createIndex('jobs_name').on('jobs').columns(['name', 'id']).execute();
  await db.schema.createIndex('jobs_unique').on('jobs').column('unique_key').unique().execute();

  await table('job_schedules')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('cron', 'text', (c) => c.notNull())
    .addColumn('next_run_at', number, (c) => c.notNull())
    .execute();

  await table('topics')
    .addColumn('topic', 'text', (c) => c.primaryKey())
    .addColumn('version', number, (c) => c.notNull())
    .execute();

  await table('changes')
    .addColumn('topic', 'text', (c) => c.notNull())
    .addColumn('version', number, (c) => c.notNull())
    .addColumn('key', 'text', (c) => c.notNull())
    .addColumn('created_at', number, (c) => c.notNull())
    .addPrimaryKeyConstraint('changes_pk', ['topic', 'version'])
    .execute();

  await table('sequences')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', number, (c) => c.notNull())
    .execute();

  await table('settings')
    .addColumn('name', 'text', (c) => c.primaryKey())
    .addColumn('value', 'text', (c) => c.notNull())
    .execute();
};
