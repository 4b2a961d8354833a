// The prompt that comes with the sample data: the version that the sample's calls used, and one that fixes it.
import { systemClock } from '#lib/clock';
import type { SampleProject } from '#core/hooks';
import { noteChange } from '#core/change/change-feed';
import type { Writer } from '#metadata';
import { REFUND_PROMPT } from '#services/sample-stories';
import type { PromptRow } from '#services/prompts';
import { selectReaders } from './composition/store.ts';
import { deleteVersion } from './delete.ts';
import { deleteDeploymentsOf } from './deployments/store.ts';
import { resolveKey } from './resolve/key.ts';
import { insertPrompt, selectPrompts, takeNumber, writeLabels } from './store.ts';

const { name, description, used, fixed } = REFUND_PROMPT;
const MAX_VERSIONS = 1_000;

const versionsOf = (db: Writer, accountId: string): Promise<PromptRow[]> =>
  selectPrompts(db, accountId, { name }, { after: null, limit: MAX_VERSIONS });

/** Says which sample brought the version: another one may be loaded before this one is removed. */
const configFor = (projectId: string): string => JSON.stringify({ sampleProjectId: projectId });

/** Adds nothing if the account has a prompt of this name. The caller holds the lock of the account. */
export async function addSamplePrompt(
  db: Writer,
  { accountId, projectId }: SampleProject,
  now: number,
): Promise<void> {
  if ((await versionsOf(db, accountId)).length > 0) return;
  for (const { version, system } of [used, fixed])
    await insertPrompt(db, {
      account_id: accountId,
      name,
      version,
      number: await takeNumber(db, accountId, name),
      type: 'chat',
      template: JSON.stringify([
        { role: 'system', content: system },
        { role: 'user', content: '{{input}}' },
      ]),
      variables: null,
      labels: writeLabels([]),
      description,
      config: configFor(projectId),
      created_at: now,
      updated_at: now,
    });
}

/**
 * Removes all versions and labels of the name if the sample brought it. Keeps it if another prompt contains
 * it, because that one could not be read any more.
 */
export async function removeSamplePrompt(db: Writer, { accountId, projectId }: SampleProject): Promise<void> {
  const rows = await versionsOf(db, accountId);
  if (!rows.some(({ config }) => config === configFor(projectId))) return;
  if ((await selectReaders(db, accountId, [name], 1)).length > 0) return;
  for (const { id } of rows) await deleteDeploymentsOf(db, accountId, id);
  for (const row of rows) await deleteVersion(db, row);
  await noteChange(db, systemClock, { topic: 'prompts', key: resolveKey(accountId, name) });
}
