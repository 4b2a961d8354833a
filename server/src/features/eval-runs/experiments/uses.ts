// Which experiments a prompt version is in.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { PromptUses } from '#core/hooks';
import { selectExperimentsOfPrompt } from './store.ts';

/** Newest first. */
export async function experimentsOfPrompt(
  ctx: Context,
  promptId: number,
  limit: number,
): Promise<PromptUses['experiments']> {
  const { db, account, project } = ctx;
  const found = await selectExperimentsOfPrompt(db, account.id, project?.id ?? null, promptId, limit);
  return found.map(({ id, name, status, created_at: at }) => ({ id, name, status, createdAt: isoTime(at) }));
}
