import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { uniqueName } from '#core/change/unique';
import type { AccountKeys } from '#content';
import type { EvalDatasetsTable, Writer } from '#metadata';
import { holdDataset, requireThawed, requireWithinLimits } from './change-items.ts';
import { itemChanges } from './items/item.ts';
import { itemWriter, writeItems } from './items/versions.ts';
import { numberItems } from './number-items.ts';
import { requireDatasetPrompt } from './require-prompt.ts';
import type { Dataset, DatasetChange, ItemInput } from './schemas.ts';
import { datasetOwnerOf, selectAllItems, showDataset, updateDatasetRow } from './store.ts';

/**
 * Fields that are not sent keep their value. Freezing comes last, so other changes in the same request still
 * apply.
 */
export async function updateDataset(ctx: Context, id: number, input: DatasetChange): Promise<Dataset> {
  requireWithinLimits(ctx.account, input.items);
  const keys = await ctx.contentKeys.load(ctx.account);
  return uniqueName('dataset', () =>
    change(ctx, 'eval_dataset.update', async ({ db }) => {
      const before = await holdDataset(db, datasetOwnerOf(ctx), id);
      if (isRefusedWhenFrozen(input)) requireThawed(before);
      await requireDatasetPrompt(db, ctx.account.id, input.promptRegistryId);
      const row = input.items ? await replaceItems(ctx, db, keys, before, input.items) : before;
      const after: EvalDatasetsTable = {
        ...row,
        name: input.name ?? before.name,
        description: input.description === undefined ? before.description : input.description,
        prompt_id: input.promptRegistryId === undefined ? before.prompt_id : input.promptRegistryId,
        frozen: input.frozen === true ? 1 : before.frozen,
      };
      const changed = differing(before, after);
      if (changed.length === 0) return { result: await showDataset(db, keys, before), target: null };
      after.updated_at = ctx.clock.now();
      await updateDatasetRow(db, after);
      return {
        result: await showDataset(db, keys, after),
        target: { type: 'eval_dataset', id: String(id) },
        metadata: { name: after.name, changed, version: after.version },
      };
    }),
  );
}

async function replaceItems(
  ctx: Context,
  db: Writer,
  keys: AccountKeys,
  row: EvalDatasetsTable,
  given: readonly ItemInput[],
): Promise<EvalDatasetsTable> {
  const before = await selectAllItems(db, async () => keys, row);
  const { items } = numberItems(before, row.last_item_id, given);
  return writeItems(db, row, itemChanges(before, items), itemWriter(ctx, keys));
}

/** Freezing a frozen dataset changes nothing and is allowed. */
const isRefusedWhenFrozen = ({ name, promptRegistryId, items, frozen }: DatasetChange): boolean =>
  name !== undefined || promptRegistryId !== undefined || items !== undefined || frozen === false;

const NAMES = {
  name: 'name',
  description: 'description',
  prompt_id: 'promptRegistryId',
  frozen: 'frozen',
  version: 'items',
} as const;

const differing = (before: EvalDatasetsTable, after: EvalDatasetsTable): string[] =>
  (Object.keys(NAMES) as (keyof typeof NAMES)[])
    .filter((column) => before[column] !== after[column])
    .map((column) => NAMES[column]);
