import type { Reader } from '#metadata';
import { deployedLabels } from '../deployments/store.ts';
import type { Prompt } from '../schemas.ts';
import { presentPrompt } from '../store.ts';

/** The version that a label points to, or null. */
export async function loadDeployed(
  db: Reader,
  accountId: string,
  name: string,
  label: string,
): Promise<Prompt | null> {
  const row = await db
    .selectFrom('prompt_deployments as deployed')
    .innerJoin('prompts', 'prompts.id', 'deployed.prompt_id')
    .selectAll('prompts')
    .where('deployed.account_id', '=', accountId)
    .where('deployed.name', '=', name)
    .where('deployed.label', '=', label)
    .executeTakeFirst();
  if (!row) return null;
  const labels = await deployedLabels(db, accountId, [row.id]);
  return presentPrompt(row, labels.get(row.id) ?? []);
}
