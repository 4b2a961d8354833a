import type { Kysely } from 'kysely';

/**
 * The split of a dataset that a run was limited to, the trace whose span a shared playground was opened from,
 * the prompt versions of an experiment, and whether the answer of a cell matches its output schema.
 */
export const splitsAndSources = async (db: Kysely<never>) => {
  await db.schema.alterTable('eval_runs').addColumn('split', 'text').execute();
  await db.schema.alterTable('experiments').addColumn('prompt_ids', 'text').execute();
  await db.schema.alterTable('experiment_cells').addColumn('output_valid', 'integer').execute();
  await db.schema.alterTable('playground_drafts').addColumn('source_trace_id', 'text').execute();
};
