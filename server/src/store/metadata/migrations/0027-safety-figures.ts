import type { Kysely } from 'kysely';

/** What the reasoning of an assessment says, as a code and figures. Assessments from before have none, and keep their sentence. */
export const safetyFigures = async (db: Kysely<never>) => {
  await db.schema.alterTable('safety_assessments').addColumn('figures', 'text').execute();
};
