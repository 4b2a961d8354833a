import type { Kysely } from 'kysely';

/** What is to be written down about a change of stored records if it is interrupted. */
export const notedChanges = async (db: Kysely<never>) => {
  await db.schema.alterTable('record_changes').addColumn('note', 'text').execute();
};
