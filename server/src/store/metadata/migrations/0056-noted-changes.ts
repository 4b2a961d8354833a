import type { Kysely } from 'kysely';

/** A note on each change of stored records: the facts to write down if the change is interrupted. */
export const notedChanges = async (db: Kysely<never>) => {
  await db.schema.alterTable('record_changes').addColumn('note', 'text').execute();
};
