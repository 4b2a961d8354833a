import type { Writer } from '#metadata';
import { selectDeploymentsWith, selectPreviousEntry, updateDeployment } from './store.ts';

/** After a prompt got another name, or before it goes: where rollbacks that could meet it would lead now. */
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
