import type { Kysely } from 'kysely';

/** The reasoning of an assessment as a code and figures. Older assessments have none and keep their sentence. */
export const safetyFigures = async (db: Kysely<never>) => {
  await db.schema.alterTable('safety_assessments').addColumn('figures', 'text').execute();
};
