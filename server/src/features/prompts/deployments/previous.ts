import type { Writer } from '#metadata';
import { selectDeploymentsWith, selectPreviousEntry, updateDeployment } from './store.ts';

/** Recomputes the rollback targets that a rename or a deletion of a prompt affects. */
export async function refreshPrevious(
  db: Writer,
  accountId: string,
  promptId: number,
  { without = null }: { without?: number | null } = {},
): Promise<void> {
  for (const deployment of await selectDeploymentsWith(db, accountId, promptId)) {
    const previous = await selectPreviousEntry(db, deployment, without);
    await updateDeployment(db, deployment, { previous_prompt_id: previous?.prompt_id ?? null });
  }
}
