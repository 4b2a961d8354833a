import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { uniqueName } from '#core/change/unique';
import type { EvalDatasetsTable } from '#metadata';
import { holdDataset, requireThawed, withItems } from './change-items.ts';
import { numberItems } from './number-items.ts';
import { requireDatasetPrompt } from './require-prompt.ts';
import type { Dataset, DatasetChange } from './schemas.ts';
import { datasetOwnerOf, presentDataset, updateDatasetRow } from './store.ts';

/**
 * Fields that are not sent keep their value. Freezing comes last, so other changes in the same request still
 * apply.
 */
export async function updateDataset(ctx: Context, id: number, input: DatasetChange): Promise<Dataset> {
  const keys = await ctx.contentKeys.load(ctx.account);
  return uniqueName('dataset', () =>
    change(ctx, 'eval_dataset.update', async ({ db }) => {
      const held = await holdDataset(db, keys, datasetOwnerOf(ctx), id);
      const before = held.row;
      if (isRefusedWhenFrozen(input)) requireThawed(before);
      await requireDatasetPrompt(db, ctx.account.id, input.promptRegistryId);
      const numbered = input.items && numberItems(held.items, before.last_item_id, input.items);
      const items = numbered?.items ?? held.items;
      const row = await withItems(db, held, items, numbered?.lastItemId ?? before.last_item_id);
      const after: EvalDatasetsTable = {
        ...row,
        name: input.name ?? before.name,
        description: input.description === undefined ? before.description : input.description,
        prompt_id: input.promptRegistryId === undefined ? before.prompt_id : input.promptRegistryId,
        frozen: input.frozen === true ? 1 : before.frozen,
      };
      const changed = differing(before, after);
      if (changed.length === 0) return { result: presentDataset(before, held.items), target: null };
      after.updated_at = ctx.clock.now();
      await updateDatasetRow(db, after);
      return {
        result: presentDataset(after, items),
        target: { type: 'eval_dataset', id: String(id) },
        metadata: { name: after.name, changed, version: after.version },
      };
    }),
  );
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
