// Versions by their number, for clients of systems where a version is a number and `latest` is a label.
import type { Reader } from '#metadata';
import { LATEST, selectPrompt, type PromptRow } from '#services/prompts';
import { selectDeployedRow } from '../deployments/store.ts';
import { presentWithLabels } from '../get.ts';
import type { Prompt } from '../schemas.ts';
import { selectNewestId, selectRowByNumber } from './store.ts';

export interface NumberedPrompt {
  prompt: Prompt;
  /** Whether it is the newest version of its name. */
  newest: boolean;
}

export interface VersionChoice {
  number?: number | undefined;
  label?: string | undefined;
}

export async function findRow(
  db: Reader,
  accountId: string,
  name: string,
  { number, label }: VersionChoice,
): Promise<PromptRow | null> {
  if (number !== undefined) return selectRowByNumber(db, accountId, name, number);
  if (label === undefined || label === LATEST) {
    const id = await selectNewestId(db, accountId, name);
    return id === null ? null : selectPrompt(db, accountId, id);
  }
  return selectDeployedRow(db, accountId, name, label);
}

export async function numbered(db: Reader, row: PromptRow): Promise<NumberedPrompt> {
  const newest = await selectNewestId(db, row.account_id, row.name);
  return { prompt: await presentWithLabels(db, row), newest: newest === row.id };
}

/** Finds a version by its number, otherwise by its label. */
export async function findNumbered(
  db: Reader,
  accountId: string,
  name: string,
  choice: VersionChoice,
): Promise<NumberedPrompt | null> {
  const row = await findRow(db, accountId, name, choice);
  return row && numbered(db, row);
}
