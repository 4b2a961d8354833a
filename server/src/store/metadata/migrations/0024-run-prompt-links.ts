import { sql, type Kysely } from 'kysely';

/** A run loses its link to a deleted prompt; `prompt_deleted` stops an unfinished run from continuing without one. */
export const runPromptLinks = async (db: Kysely<never>) => {
  await db.schema
    .alterTable('eval_runs')
    .addColumn('prompt_deleted', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // Links that earlier deletions left.
  await sql`UPDATE eval_runs SET prompt_id = NULL, prompt_deleted = 1
    WHERE prompt_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM prompts WHERE prompts.id = eval_runs.prompt_id)`.execute(
    db,
  );
};
