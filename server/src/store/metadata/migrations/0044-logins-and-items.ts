import type { Kysely } from 'kysely';

/**
 * Programs without a browser that wait for a person to let them in (RFC 8628), and the tag that names the
 * item of a call in an evaluation run.
 */
export const loginsAndItems = async (db: Kysely<never>) => {
  await db.schema
    .createTable('device_logins')
    .addColumn('device_hash', 'text', (c) => c.primaryKey())
    .addColumn('user_hash', 'text', (c) => c.notNull().unique())
    .addColumn('client_hash', 'text', (c) => c.notNull())
    .addColumn('client_name', 'text', (c) => c.notNull())
    .addColumn('requested_from', 'text')
    .addColumn('scopes', 'text', (c) => c.notNull())
    .addColumn('interval_ms', 'bigint', (c) => c.notNull())
    .addColumn('polled_at', 'bigint', (c) => c.notNull())
    .addColumn('status', 'text', (c) => c.notNull())
    .addColumn('account_id', 'text', (c) => c.references('accounts.id'))
    .addColumn('user_id', 'text')
    .addColumn('project_id', 'text')
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await db.schema.createIndex('device_logins_expiry').on('device_logins').column('expires_at').execute();
  await db.schema.createIndex('device_logins_account').on('device_logins').column('account_id').execute();
  await db.schema.alterTable('eval_runs').addColumn('item_tag', 'text').execute();
};
