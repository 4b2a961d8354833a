// The prompts that come with the sample data: the versions that its calls used, and others to compare them with.
import { systemClock } from '#lib/clock';
import type { SampleProject } from '#core/hooks';
import { noteChange } from '#core/change/change-feed';
import type { Writer } from '#metadata';
import { SAMPLE_PROMPTS } from '#services/sample-stories';
import type { PromptRow } from '#services/prompts';
import { selectReaders } from './composition/store.ts';
import { deleteVersion } from './delete.ts';
import { deleteDeploymentsOf } from './deployments/store.ts';
import { resolveKey } from './resolve/key.ts';
import { insertPrompt, selectPrompts, takeNumber, writeLabels, writeVariables } from './store.ts';

const DESCRIPTION = 'Came with the sample data, and is removed with it.';
const MAX_VERSIONS = 1_000;

const versionsOf = (db: Writer, accountId: string, name: string): Promise<PromptRow[]> =>
  selectPrompts(db, accountId, { name }, { after: null, limit: MAX_VERSIONS });

/** Leaves out a prompt if the account has one of this name. The caller holds the lock of the account. */
export async function addSamplePrompts(
  db: Writer,
  { accountId, projectId }: SampleProject,
  now: number,
): Promise<void> {
  for (const { name, versions } of SAMPLE_PROMPTS) {
    if ((await versionsOf(db, accountId, name)).length > 0) continue;
    for (const { version, system } of versions)
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
        variables: writeVariables({ input: { description: 'What the user said' } }),
        labels: writeLabels([]),
        description: DESCRIPTION,
        config: '{}',
        sample_project_id: projectId,
        created_at: now,
        updated_at: now,
      });
  }
}

/**
 * Removes all versions and labels of a name if this sample brought it: another one may be loaded before this one is
 * removed. Keeps it if another prompt contains it, because that one could not be read any more.
 */
export async function removeSamplePrompts(
  db: Writer,
  { accountId, projectId }: SampleProject,
): Promise<void> {
  for (const { name } of SAMPLE_PROMPTS) {
    const rows = await versionsOf(db, accountId, name);
    if (!rows.some(({ sample_project_id: of }) => of === projectId)) continue;
    if ((await selectReaders(db, accountId, [name], 1)).length > 0) continue;
    for (const { id } of rows) await deleteDeploymentsOf(db, accountId, id);
    for (const row of rows) await deleteVersion(db, row);
    await noteChange(db, systemClock, { topic: 'prompts', key: resolveKey(accountId, name) });
  }
}
