import type { Kysely } from 'kysely';

/** Single sign-on: who a user is at a provider, and what the provider asks for at the end of a session. */
export const identities = async (db: Kysely<never>) => {
  await db.schema
    .createTable('identities')
    .addColumn('issuer', 'text', (c) => c.notNull())
    .addColumn('subject', 'text', (c) => c.notNull())
    .addColumn('user_id', 'text', (c) => c.notNull().references('users.id'))
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_used_at', 'bigint', (c) => c.notNull())
    .addPrimaryKeyConstraint('identities_pk', ['issuer', 'subject'])
    // One person of a provider per user: someone who gets an address of a former colleague is another person.
    .addUniqueConstraint('identities_user', ['user_id', 'issuer'])
    .execute();
  await db.schema.alterTable('sessions').addColumn('id_token', 'text').execute();
};
