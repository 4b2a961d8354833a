// POST /v1/eval-datasets/{id}/run: generates an output for each item with the dataset's prompt, then scores
// it.
import { MINUTE_MS } from '#lib/clock';
import { AppError, invalid, notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import { hit, requireAllowed, type RateRule } from '#core/access/rate-limit';
import { runPlace, sealTexts, selectStoredDataset } from '#features/eval-datasets';
import { readPromptConfig } from '#services/item-requests';
import { requireModelWithBudget } from '#services/models';
import { selectPrompt } from '#services/prompts';
import { chosenCriteria } from '#services/criteria';
import { makeRun } from './create.ts';
import { generatedCallId } from './execute/load-calls.ts';
import type { NewDatasetRun } from './schemas.ts';
import { insertItems } from './store.ts';

const RATE: RateRule = { name: 'dataset-run', limit: 10, windowMs: 5 * MINUTE_MS };

export async function createDatasetRun(
  ctx: Context,
  datasetId: number,
  { idempotencyKey, criterionIds, version, split = null }: NewDatasetRun,
): Promise<{ runId: number; deduplicated: boolean }> {
  const stored = await selectStoredDataset(ctx, datasetId, version);
  if (!stored) throw notFound('Dataset');
  const dataset = stored.row;
  const active = stored.items.filter(
    (item) => item.facts?.archived !== true && (split === null || item.split === split),
  );
  if (active.length === 0 && split !== null)
    throw invalid('split', 'The dataset has no items in this split to run.', 'dataset_empty');
  if (active.length === 0) {
    throw new AppError(
      'bad_request',
      'dataset_empty',
      'The dataset has no items yet. Add some, then run it.',
    );
  }
  const prompt =
    dataset.prompt_id === null ? null : await selectPrompt(ctx.db, ctx.account.id, dataset.prompt_id);
  if (prompt) readPromptConfig(prompt, 'promptRegistryId');
  const criteria = await chosenCriteria(ctx, criterionIds);
  requireAllowed(
    await hit(ctx, RATE, ctx.account.id),
    'At most 10 dataset runs may be started in 5 minutes. Try again when Retry-After has passed.',
  );
  await requireModelWithBudget(ctx, 'generator', 'dataset run');
  const keys = await ctx.contentKeys.load(ctx.account);
  const { row, deduplicated } = await makeRun(
    ctx,
    idempotencyKey,
    {
      name: dataset.name,
      source: 'dataset',
      dataset_id: dataset.id,
      dataset_version: version ?? dataset.version,
      split,
      prompt_id: dataset.prompt_id,
      criteria: JSON.stringify(criteria),
    },
    async ({ db }, run) => {
      // A copy of the items, because the dataset may change during the run.
      const items = active.map(({ facts: _facts, ...item }, position) => ({
        run_id: run.id,
        position,
        item_key: String(item.id),
        call_id: generatedCallId(run.id, item.id),
        call_timestamp: 0,
        trace_id: null,
        source_call_id: item.sourceCallId,
        sealed_texts: sealTexts(keys, runPlace(run.id, position), item),
      }));
      await insertItems(db, run.id, items, items.length);
    },
  );
  return { runId: row.id, deduplicated };
}
