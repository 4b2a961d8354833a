import { notFound } from '#lib/app-error';
import type { Reader } from '#metadata';
import { selectPrompt, type PromptRow } from '#services/prompts';
import { deployedLabels } from './deployments/store.ts';
import type { Prompt } from './schemas.ts';
import { presentPrompt } from './store.ts';

export async function requirePrompt(db: Reader, accountId: string, id: number): Promise<PromptRow> {
  const row = await selectPrompt(db, accountId, id);
  if (!row) throw notFound('Prompt');
  return row;
}

export async function presentWithLabels(db: Reader, row: PromptRow): Promise<Prompt> {
  const labels = await deployedLabels(db, row.account_id, [row.id]);
  return presentPrompt(row, labels.get(row.id) ?? []);
}

export const getPrompt = async (db: Reader, accountId: string, id: number): Promise<Prompt> =>
  presentWithLabels(db, await requirePrompt(db, accountId, id));
