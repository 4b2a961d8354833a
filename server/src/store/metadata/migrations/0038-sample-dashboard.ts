import type { Kysely } from 'kysely';

/** The project of the sample data that a dashboard came with, so that both can be removed together. */
export const sampleDashboard = async (db: Kysely<never>) => {
  await db.schema.alterTable('dashboards').addColumn('sample_project_id', 'text').execute();
};
