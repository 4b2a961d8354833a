import { sql, type Kysely } from 'kysely';

/**
 * The project of datasets and of holds, so that a key that is bound to a project sees no others. A dataset that a bound key made
 * belongs to that key's project, as the audit log tells; every other one is the account's own. Holds of before end within the hour.
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
