import type { Reader } from '#metadata';
import { PromptComposer, ReferenceFault } from '#services/prompts';
import { selectDeployedRow } from '../deployments/store.ts';
import { presentWithLabels } from '../get.ts';
import type { Prompt } from '../schemas.ts';

export interface DeployedPrompt {
  /** With the prompts that it contains; null if the label points to nothing. */
  prompt: Prompt | null;
  /** Why it cannot be read. */
  fault: ReferenceFault | null;
  /** Names of other prompts that it contains or looked for. */
  includes: readonly string[];
}

export async function loadDeployed(
  db: Reader,
  accountId: string,
  name: string,
  label: string,
): Promise<DeployedPrompt> {
  const row = await selectDeployedRow(db, accountId, name, label);
  if (!row) return { prompt: null, fault: null, includes: [] };
  const composer = new PromptComposer(db, accountId);
  try {
    const { template } = await composer.compose(row);
    const prompt = await presentWithLabels(db, { ...row, template });
    return { prompt, fault: null, includes: [...composer.asked] };
  } catch (error) {
    if (!(error instanceof ReferenceFault)) throw error;
    return { prompt: null, fault: error, includes: [...composer.asked] };
  }
}
