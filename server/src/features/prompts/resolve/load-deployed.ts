import type { Reader } from '#metadata';
import { selectDeployedRow } from '../deployments/store.ts';
import { presentWithLabels } from '../get.ts';
import type { Prompt } from '../schemas.ts';

/** The version that a label points to, or null. */
export async function loadDeployed(
  db: Reader,
  accountId: string,
  name: string,
  label: string,
): Promise<Prompt | null> {
  const row = await selectDeployedRow(db, accountId, name, label);
  return row && presentWithLabels(db, row);
}
