import { unknownId } from '#lib/app-error';
import type { Reader } from '#metadata';
import { selectPrompt } from '#services/prompts';

export async function requireDatasetPrompt(
  db: Reader,
  accountId: string,
  id: number | null | undefined,
): Promise<void> {
  if (id === null || id === undefined || (await selectPrompt(db, accountId, id))) return;
  throw unknownId('promptRegistryId', 'There is no prompt with this id.', 'unknown_prompt');
}
