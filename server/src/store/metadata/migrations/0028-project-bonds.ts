import { sql, type Kysely } from 'kysely';

/**
 * Adds the project to datasets and holds, so that a key bound to a project sees no others. A dataset made by
 * a bound key belongs to that key's project, according to the audit log; all others belong to the account.
 * Existing holds end within the hour.
 */
export const projectBonds = async (db: Kysely<never>) => {
  await db.schema.alterTable('eval_datasets').addColumn('project_id', 'text').execute();
  await db.schema.alterTable('gate_holds').addColumn('project_id', 'text').execute();
  await sql`
    update eval_datasets set project_id = (
      select max(k.project_id) from audit_entries a join api_keys k on k.id = a.actor_id and k.account_id = a.account_id
      where a.account_id = eval_datasets.account_id and a.action = 'eval_dataset.create' and a.target_type = 'eval_dataset'
        and a.target_id = cast(eval_datasets.id as text))`.execute(db);
};
