import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import type { Page } from '#core/paging';
import type { PromptDeploymentHistoryTable, PromptDeploymentsTable, Reader, Writer } from '#metadata';
import type { PromptRow } from '#services/prompts';

export type DeploymentRow = Selectable<PromptDeploymentsTable>;
type EntryRow = Selectable<PromptDeploymentHistoryTable>;
export type NamedEntryRow = EntryRow & Pick<DeploymentRow, 'name' | 'label'>;

/** A chain is followed at most this far. */
const LONGEST_CHAIN = 10_000;

/** Labels by prompt id; prompts without a label are missing. */
export async function deployedLabels(
  db: Reader,
  accountId: string,
  promptIds: readonly number[],
): Promise<Map<number, string[]>> {
  const labels = new Map<number, string[]>();
  if (promptIds.length === 0) return labels;
  const rows = await db
    .selectFrom('prompt_deployments')
    .select(['prompt_id', 'label'])
    .where('account_id', '=', accountId)
    .where('prompt_id', 'in', promptIds)
    .execute();
  for (const row of rows) labels.set(row.prompt_id, [...(labels.get(row.prompt_id) ?? []), row.label]);
  // Sorted here, because the engines sort texts differently.
  for (const list of labels.values()) list.sort();
  return labels;
}

export async function labelsOfName(db: Reader, accountId: string, name: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('prompt_deployments')
    .select('label')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .execute();
  return new Set(rows.map((row) => row.label));
}

/** Sorted by the first deployment to each label, newest first. */
export function selectDeployments(
  db: Reader,
  accountId: string,
  filter: { name?: string; label?: string },
  { after, limit }: Page<number>,
) {
  let query = db
    .selectFrom('prompt_deployments as deployed')
    .innerJoin('prompts', 'prompts.id', 'deployed.prompt_id')
    .leftJoin('prompts as previous', 'previous.id', 'deployed.previous_prompt_id')
    .selectAll('deployed')
    .select(['prompts.version as version', 'previous.version as previous_version'])
    .where('deployed.account_id', '=', accountId);
  if (filter.name !== undefined) query = query.where('deployed.name', '=', filter.name);
  if (filter.label !== undefined) query = query.where('deployed.label', '=', filter.label);
  if (after !== null) query = query.where('deployed.id', '<', after);
  return query
    .orderBy('deployed.id', 'desc')
    .limit(limit + 1)
    .execute();
}

export async function selectDeployment(
  db: Reader,
  accountId: string,
  name: string,
  label: string,
): Promise<DeploymentRow | null> {
  const row = await db
    .selectFrom('prompt_deployments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .where('label', '=', label)
    .executeTakeFirst();
  return row ?? null;
}

/** The version that a label points to, or null. */
export async function selectDeployedRow(
  db: Reader,
  accountId: string,
  name: string,
  label: string,
): Promise<PromptRow | null> {
  const row = await db
    .selectFrom('prompt_deployments as deployed')
    .innerJoin('prompts', 'prompts.id', 'deployed.prompt_id')
    .selectAll('prompts')
    .where('deployed.account_id', '=', accountId)
    .where('deployed.name', '=', name)
    .where('deployed.label', '=', label)
    .executeTakeFirst();
  return row ?? null;
}

export const insertDeployment = (db: Writer, row: Insertable<PromptDeploymentsTable>) =>
  db.insertInto('prompt_deployments').values(row).returningAll().executeTakeFirstOrThrow();

export const updateDeployment = (
  db: Writer,
  { account_id, id }: Pick<DeploymentRow, 'account_id' | 'id'>,
  changes: Updateable<PromptDeploymentsTable>,
) =>
  db
    .updateTable('prompt_deployments')
    .set(changes)
    .where('account_id', '=', account_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();

export const insertEntry = (db: Writer, row: Insertable<PromptDeploymentHistoryTable>) =>
  db.insertInto('prompt_deployment_history').values(row).returning('id').executeTakeFirstOrThrow();

/** The history of one label, of all labels of a prompt, or of all prompts. */
export function selectDeploymentEntries(
  db: Reader,
  accountId: string,
  filter: { name?: string; label?: string },
  { after, limit }: Page<number>,
): Promise<NamedEntryRow[]> {
  let query = db
    .selectFrom('prompt_deployment_history as entry')
    .innerJoin('prompt_deployments as deployed', 'deployed.id', 'entry.deployment_id')
    .selectAll('entry')
    .select(['deployed.name', 'deployed.label'])
    .where('entry.account_id', '=', accountId)
    .where('deployed.account_id', '=', accountId);
  if (filter.name !== undefined) query = query.where('deployed.name', '=', filter.name);
  if (filter.label !== undefined) query = query.where('deployed.label', '=', filter.label);
  if (after !== null) query = query.where('entry.id', '<', after);
  return query
    .orderBy('entry.id', 'desc')
    .limit(limit + 1)
    .execute();
}

/** Deployments with a prompt in their history. */
export const selectDeploymentsWith = (
  db: Reader,
  accountId: string,
  promptId: number,
): Promise<DeploymentRow[]> =>
  db
    .selectFrom('prompt_deployments')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', 'in', (query) =>
      query
        .selectFrom('prompt_deployment_history')
        .select('deployment_id')
        .where('account_id', '=', accountId)
        .where('prompt_id', '=', promptId),
    )
    .execute();

/**
 * The nearest earlier entry on the branch with a different prompt that still exists and has the name of the
 * deployment.
 */
export async function selectPreviousEntry(
  db: Writer,
  { account_id, entry_id, prompt_id, name }: DeploymentRow,
  without: number | null,
): Promise<Pick<EntryRow, 'prompt_id' | 'parent_id' | 'version'> | null> {
  const row = await db
    .withRecursive('back(parent_id, prompt_id, depth)', (query) =>
      query
        .selectFrom('prompt_deployment_history')
        .select(['parent_id', 'prompt_id', sql<number>`0`.as('depth')])
        .where('account_id', '=', account_id)
        .where('id', '=', entry_id)
        .unionAll(
          query
            .selectFrom('prompt_deployment_history as entry')
            .innerJoin('back', 'back.parent_id', 'entry.id')
            .select(['entry.parent_id', 'entry.prompt_id', sql<number>`back.depth + 1`.as('depth')])
            .where('entry.account_id', '=', account_id)
            .where('back.depth', '<', LONGEST_CHAIN),
        ),
    )
    .selectFrom('back')
    .innerJoin('prompts', 'prompts.id', 'back.prompt_id')
    .select(['back.prompt_id', 'back.parent_id', 'prompts.version'])
    .where('prompts.account_id', '=', account_id)
    .where('prompts.name', '=', name)
    .where('back.prompt_id', '<>', prompt_id)
    .where('back.prompt_id', '<>', without ?? 0)
    .orderBy('back.depth')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** The history belongs to the deployment and moves with it. */
export const moveDeployments = (db: Writer, accountId: string, promptId: number, name: string) =>
  db
    .updateTable('prompt_deployments')
    .set({ name })
    .where('account_id', '=', accountId)
    .where('prompt_id', '=', promptId)
    .execute();

export async function renameInHistory(
  db: Writer,
  accountId: string,
  promptId: number,
  version: string,
): Promise<void> {
  const entries = db.updateTable('prompt_deployment_history').where('account_id', '=', accountId);
  await entries.set({ version }).where('prompt_id', '=', promptId).execute();
  await entries.set({ from_version: version }).where('from_prompt_id', '=', promptId).execute();
}

/** Deletes the labels that point to a prompt, with their history. */
export async function deleteDeploymentsOf(db: Writer, accountId: string, promptId: number): Promise<void> {
  const gone = await db
    .deleteFrom('prompt_deployments')
    .where('account_id', '=', accountId)
    .where('prompt_id', '=', promptId)
    .returning('id')
    .execute();
  if (gone.length === 0) return;
  await db
    .deleteFrom('prompt_deployment_history')
    .where('account_id', '=', accountId)
    .where(
      'deployment_id',
      'in',
      gone.map(({ id }) => id),
    )
    .execute();
}
