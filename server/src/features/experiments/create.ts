// POST /v1/experiments: stores a draft with a copy of the items. Nothing runs until it is started.
import { AppError, invalid, unknownId } from '#lib/app-error';
import { newId } from '#lib/ids';
import { MICROS_PER_USD } from '#lib/money';
import { Pace } from '#lib/yield-to-event-loop';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { selectStoredDataset } from '#features/eval-datasets';
import type { Criterion } from '#services/scores';
import { chosenCriteria } from '#services/criteria';
import { MAX_CELLS, type ExperimentReply, type NewExperiment } from './schemas.ts';
import { presentExperiment } from './show.ts';
import {
  countExperiments,
  insertExperiment,
  insertExperimentItems,
  sealExperimentItem,
  type ExperimentItemRow,
  type ExperimentRow,
} from './store.ts';
import { missingVariable, readVariants, sealVariants, type StoredVariant } from './variants.ts';

const MAX_EXPERIMENTS = 1_000;

export interface PlannedItem {
  itemId: number;
  input: string;
  expected: string | null;
  sourceCallId: string | null;
}

interface ExperimentPlan {
  datasetVersion: number;
  items: PlannedItem[];
  variants: StoredVariant[];
  criteria: Criterion[];
  baseline: number;
  repetitions: number;
}

/** What an experiment would run, checked. The estimate uses it too. */
export async function planExperiment(ctx: Context, input: NewExperiment): Promise<ExperimentPlan> {
  const { datasetId, datasetVersion, split = null, baseline = 0, repetitions = 1 } = input;
  if (baseline >= input.variants.length) throw invalid('baseline', 'There is no variant with this number.');
  const stored = await selectStoredDataset(ctx, datasetId, datasetVersion);
  if (!stored) throw unknownId('datasetId', 'Dataset not found.');
  const items = stored.items
    .filter((item) => item.facts?.archived !== true && (split === null || item.split === split))
    .map((item) => ({
      itemId: item.id,
      input: item.inputText,
      expected: item.expectedOutput,
      sourceCallId: item.sourceCallId,
    }));
  if (items.length === 0)
    throw invalid(
      split === null ? 'datasetId' : 'split',
      'The dataset has no items to run.',
      'dataset_empty',
    );
  const cells = items.length * input.variants.length * repetitions;
  if (cells > MAX_CELLS)
    throw invalid(
      'repetitions',
      `Items x variants x repetitions are ${cells}; at most ${MAX_CELLS} are allowed.`,
      'too_many_cells',
    );
  const criteria = await chosenCriteria(ctx, input.criterionIds ?? []);
  const variants = await readVariants(ctx, input.variants);
  await requireVariables(variants, items);
  return {
    datasetVersion: datasetVersion ?? stored.row.version,
    items,
    variants,
    criteria,
    baseline,
    repetitions,
  };
}

async function requireVariables(
  variants: readonly StoredVariant[],
  items: readonly PlannedItem[],
): Promise<void> {
  const pace = new Pace();
  for (const [at, variant] of variants.entries())
    for (const { itemId, input } of items) {
      if (pace.isDue) await pace.rest();
      const missing = missingVariable(variant, input);
      if (missing !== null)
        throw invalid(
          `variants.${at}`,
          `The variable {{${missing}}} has no value for item ${itemId}. Give it a default, or make the input a JSON object with this member.`,
          'variable_missing',
        );
    }
}

export async function createExperiment(ctx: Context, input: NewExperiment): Promise<ExperimentReply> {
  const plan = await planExperiment(ctx, input);
  const { account, project, clock, actor } = ctx;
  const keys = await ctx.contentKeys.load(account);
  const id = newId('experiment');
  const { items, variants, criteria, baseline, repetitions } = plan;
  const { limitUsd = null, concurrency = 8 } = input;
  const row: ExperimentRow = {
    id,
    account_id: account.id,
    project_id: project?.id ?? null,
    name: input.name,
    status: 'draft',
    reason: null,
    message: null,
    dataset_id: input.datasetId,
    dataset_version: plan.datasetVersion,
    split: input.split ?? null,
    item_count: items.length,
    variants: sealVariants(keys, id, variants),
    criteria: JSON.stringify(criteria),
    baseline,
    repetitions,
    concurrency,
    limit_micros: limitUsd === null ? null : Math.round(limitUsd * MICROS_PER_USD),
    turn: 0,
    cells_total: items.length * variants.length * repetitions,
    cells_done: 0,
    cells_failed: 0,
    spent_micros: 0,
    shipped: null,
    prompt_ids: `,${[...new Set(variants.flatMap(({ promptId }) => promptId ?? []))].join(',')},`,
    created_by: actor.id,
    created_at: clock.now(),
    started_at: null,
    ended_at: null,
  };
  const sealed: ExperimentItemRow[] = [];
  const pace = new Pace();
  for (const [position, { itemId, input: text, expected, sourceCallId }] of items.entries()) {
    if (pace.isDue) await pace.rest();
    sealed.push({
      experiment_id: id,
      position,
      item_id: itemId,
      body: sealExperimentItem(keys, id, position, { input: text, expected }),
      source_call_id: sourceCallId,
      disagreement: -1,
      score: -1,
      cost_micros: 0,
      latency_ms: 0,
    });
  }
  return change(ctx, 'experiment.create', async ({ db }) => {
    await lockAccount(db, account.id);
    if ((await countExperiments(db, account.id)) >= MAX_EXPERIMENTS)
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_EXPERIMENTS} experiments. Delete old ones.`,
      );
    await insertExperiment(db, row);
    await insertExperimentItems(db, sealed);
    return {
      result: presentExperiment(keys, row),
      target: { type: 'experiment', id },
      metadata: { name: row.name, items: items.length, variants: variants.length },
    };
  });
}
