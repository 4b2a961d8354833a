import { fieldError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import type { Writer } from '#metadata';
import { PromptComposer } from '#services/prompts';
import { changeIncluded } from './composition/readers.ts';
import { refreshPrevious } from './deployments/previous.ts';
import { labelsOfName, moveDeployments, renameInHistory } from './deployments/store.ts';
import { presentWithLabels, requirePrompt } from './get.ts';
import { requireMayMove } from './protected-labels/require.ts';
import { resolveKey } from './resolve/key.ts';
import type { Prompt, Rename } from './schemas.ts';
import { takeNumber, updatePrompt } from './store.ts';
import { uniqueVersion } from './unique-version.ts';

/**
 * Labels that point to the version keep doing so under its new name, with their history. Under another name
 * it gets the next number of that name: its own number may have meant another version there.
 */
export async function renamePrompt(ctx: Context, id: number, input: Rename): Promise<Prompt> {
  const name = input.name.toWellFormed();
  const version = input.version.toWellFormed();
  const accountId = ctx.account.id;
  return uniqueVersion(() =>
    change(ctx, 'prompt.rename', async ({ db, invalidate }) => {
      await lockAccount(db, accountId);
      const row = await requirePrompt(db, accountId, id);
      const before = await presentWithLabels(db, row);
      if (row.name === name && row.version === version) return { result: before, target: null };
      if (row.name !== name) {
        await requireFreeLabels(db, accountId, name, before.deployedLabels);
        await requireMayMove(ctx, db, before.deployedLabels);
      }
      const number = row.name === name ? row.number : await takeNumber(db, accountId, name);
      const changes = { name, version, number, updated_at: ctx.clock.now() };
      const names = [...new Set([row.name, name])];
      const after = await changeIncluded(ctx, db, names, async () => {
        const renamed = await updatePrompt(db, accountId, id, changes);
        await moveDeployments(db, accountId, id, name);
        return renamed;
      });
      // It must not contain a prompt that contains its new name.
      await new PromptComposer(db, accountId).compose(after, 'name');
      await renameInHistory(db, accountId, id, version);
      await refreshPrevious(db, accountId, id);
      for (const each of names) await invalidate('prompts', resolveKey(accountId, each));
      return {
        result: await presentWithLabels(db, after),
        target: { type: 'prompt', id: String(id) },
        metadata: {
          from: { name: row.name, version: row.version },
          to: { name, version },
          deployedLabels: before.deployedLabels,
        },
      };
    }),
  );
}

async function requireFreeLabels(
  db: Writer,
  accountId: string,
  name: string,
  labels: readonly string[],
): Promise<void> {
  const taken = await labelsOfName(db, accountId, name);
  const both = labels.filter((label) => taken.has(label));
  if (both.length === 0) return;
  throw fieldError(
    'conflict',
    'label_taken',
    'name',
    `Another version of the prompt "${name}" is already deployed to ${both.map((label) => `"${label}"`).join(', ')}. Deploy another version of the old name there first.`,
  );
}
