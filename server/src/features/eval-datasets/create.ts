import type { AccountKeys } from '#content';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { uniqueName } from '#core/change/unique';
import { nextNumber, type EvalDatasetsTable, type Writer } from '#metadata';
import { requireWithinLimits } from './change-items.ts';
import { numberItems } from './number-items.ts';
import { requireDatasetPrompt } from './require-prompt.ts';
import type { Dataset, NewDataset } from './schemas.ts';
import type { StoredItem } from './items/item.ts';
import { storeItemChanges } from './items/store.ts';
import { insertVersion } from './items/versions.ts';
import { insertDataset, presentDataset } from './store.ts';

export async function createDataset(ctx: Context, input: NewDataset): Promise<Dataset> {
  requireWithinLimits(ctx.account, input.items);
  const keys = await ctx.contentKeys.load(ctx.account);
  return uniqueName('dataset', () =>
    change(ctx, 'eval_dataset.create', async ({ db }) => {
      // The lock stops the prompt from being deleted between check and link.
      await lockAccount(db, ctx.account.id);
      const { row, items } = await insertNewDataset(ctx, db, keys, input);
      return {
        result: presentDataset(row, items),
        target: { type: 'eval_dataset', id: String(row.id) },
        metadata: { name: row.name, items: items.length, frozen: row.frozen === 1 },
      };
    }),
  );
}

/** In a transaction that has locked the account. */
export async function insertNewDataset(
  ctx: Context,
  db: Writer,
  keys: AccountKeys,
  input: NewDataset,
): Promise<{ row: EvalDatasetsTable; items: StoredItem[] }> {
  const { items, lastItemId } = numberItems([], 0, input.items ?? []);
  await requireDatasetPrompt(db, ctx.account.id, input.promptRegistryId);
  const now = ctx.clock.now();
  const row: EvalDatasetsTable = {
    id: await nextNumber(db, 'eval_datasets'),
    account_id: ctx.account.id,
    project_id: ctx.project?.id ?? null,
    name: input.name,
    description: input.description ?? null,
    prompt_id: input.promptRegistryId ?? null,
    frozen: input.frozen === true ? 1 : 0,
    version: 1,
    item_count: items.length,
    last_item_id: lastItemId,
    facts: null,
    created_at: now,
    updated_at: now,
  };
  await insertDataset(db, row);
  await storeItemChanges(db, keys, row.id, row.version, { added: items, changed: [], removed: [] });
  await insertVersion(db, row, { added: items.length, changed: 0, removed: 0 }, ctx.actor.id, now);
  return { row, items };
}
