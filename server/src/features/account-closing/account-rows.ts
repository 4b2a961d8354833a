// All tables with data of an account. A test compares this list with the schema: a new table must be added
// here or to the shared tables.
import type { Database, Writer } from '#metadata';

/**
 * Tables with `account_id`, in an order without dangling references. Items of datasets and runs are deleted
 * with them.
 */
export const OWN_TABLES = [
  'erasures',
  'export_schedules',
  'sample_data',
  'deliveries',
  'alert_events',
  'alert_groups',
  'alerts',
  'webhooks',
  'linked_runs',
  'review_places',
  'review_answers',
  'review_items',
  'review_queues',
  'eval_datasets',
  'eval_scores',
  'eval_runs',
  'eval_rules',
  'eval_criteria',
  'judge_probes',
  'judge_probe_locks',
  'scores',
  'annotations',
  'comment_mentions',
  'comments',
  'review_claims',
  'prompt_references',
  'prompt_protected_labels',
  'prompt_deployment_history',
  'prompt_deployments',
  'prompts',
  'prompt_names',
  'safety_assessments',
  'safety_claims',
  'safety_scans',
  'guardian_findings',
  'guardian_scans',
  'proposals',
  'gate_holds',
  'gate_approvals',
  'gate_policies',
  'gate_budgets',
  'saved_views',
  'dashboards',
  'model_prices',
  'retention_changes',
  'llm_reservations',
  'llm_spend',
  'llm_budgets',
  'model_connection_spend',
  'model_connections',
  'playground_drafts',
  'experiments',
  'open_spans',
  'span_events',
  'media',
  'unfinished_media',
  'quota_notices',
  'usage',
  'consents',
  'ingest_receipts',
  'merged_calls',
  'data_keys',
  'invitations',
  'one_time_tokens',
  'device_logins',
  'sessions',
  'api_keys',
  'memberships',
  'projects',
  'audit_entries',
  'audit_heads',
] as const satisfies readonly (keyof Database)[];

/** Tables linked in another way; `deleteOthers` knows how. */
export const OTHER_TABLES = [
  'accounts',
  'users',
  'identities',
  'eval_dataset_items',
  'eval_dataset_past_items',
  'eval_dataset_versions',
  'linked_run_items',
  'eval_run_items',
  'experiment_items',
  'experiment_cells',
  'gate_spend',
  'gate_held',
  'rate_windows',
  'jobs',
  'record_changes',
  'unfinished_writes',
] as const satisfies readonly (keyof Database)[];

/**
 * Tables without account data: counters, schedules, service settings, and cache keys that expire within the
 * hour.
 */
export const SHARED_TABLES = [
  'guardian_progress',
  'job_schedules',
  'topics',
  'changes',
  'sequences',
  'settings',
] as const satisfies readonly (keyof Database)[];

export interface Leaving {
  id: string;
  /** The account number in the records store. */
  number: number;
}

type Transaction = <T>(work: (db: Writer) => Promise<T>) => Promise<T>;

/**
 * Deletes one table at a time, so that other writers do not wait long. The account row stays until the end, so
 * that a retry after a crash starts over.
 */
export async function deleteAccountRows(transaction: Transaction, account: Leaving): Promise<void> {
  await transaction((db) => deleteSpend(db, account.id));
  for (const table of OWN_TABLES) {
    await transaction(async (db) => {
      // Later nothing would say whose people they were.
      const people = table === 'memberships' ? await selectOnlyHere(db, account.id) : [];
      await db.deleteFrom(table).where('account_id', '=', account.id).execute();
      for (const userId of people) await deletePerson(db, userId);
    });
  }
  await transaction((db) => deleteOthers(db, account));
}

export const deleteAccountRow = (db: Writer, id: string) =>
  db.deleteFrom('accounts').where('id', '=', id).execute();

/** Users who are in no other account. */
async function selectOnlyHere(db: Writer, accountId: string): Promise<string[]> {
  const elsewhere = db.selectFrom('memberships').select('user_id').where('account_id', '!=', accountId);
  const rows = await db
    .selectFrom('memberships')
    .select('user_id')
    .where('account_id', '=', accountId)
    .where('user_id', 'not in', elsewhere)
    .execute();
  return rows.map((row) => row.user_id);
}

async function deleteSpend(db: Writer, accountId: string): Promise<void> {
  const budgets = () => db.selectFrom('gate_budgets').select('id').where('account_id', '=', accountId);
  await db.deleteFrom('gate_spend').where('budget_id', 'in', budgets()).execute();
  await db.deleteFrom('gate_held').where('budget_id', 'in', budgets()).execute();
}

async function deleteOthers(db: Writer, { id, number }: Leaving): Promise<void> {
  await db.deleteFrom('rate_windows').where('key', 'like', `%${id}%`).execute();
  // The running job is this deletion, so it is kept.
  const ended = db.deleteFrom('jobs').where('status', '!=', 'running');
  await ended
    .where((eb) => eb.or([eb('payload', 'like', `%"${id}"%`), eb('unique_key', 'like', `%${id}%`)]))
    .execute();
  await db.deleteFrom('unfinished_writes').where('account', '=', number).execute();
  await db
    .deleteFrom('record_changes')
    .where('account', '=', number)
    .where('kind', '!=', 'account-deletion')
    .execute();
}

async function deletePerson(db: Writer, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await db.deleteFrom('one_time_tokens').where('user_id', '=', userId).execute();
  await db.deleteFrom('rate_windows').where('key', 'like', `%${userId}%`).execute();
  await db.deleteFrom('identities').where('user_id', '=', userId).execute();
  await db.deleteFrom('users').where('id', '=', userId).execute();
}
