// POST /v1/fix-trail: what became of some calls. Everything is found by stored references: an item names the
// call that it was made from, an experiment and a run name their dataset.
import type { Context } from '#core/context';
import { datasetOwnerOf, selectDatasetsOfCalls } from '#features/eval-datasets';
import { runsOnDatasets } from '#features/eval-runs';
import { experimentsOnDatasets } from '#features/experiments';
import type { FixTrail } from './fix-trail-schemas.ts';

/** How many of each kind are shown. */
const SHOWN = 5;

export async function fixTrail(ctx: Context, callIds: readonly string[]): Promise<FixTrail> {
  const datasets = await selectDatasetsOfCalls(ctx.db, datasetOwnerOf(ctx), callIds, SHOWN);
  const ids = datasets.map(({ id }) => id);
  const [experiments, runs] =
    ids.length === 0
      ? [[], []]
      : await Promise.all([experimentsOnDatasets(ctx, ids, SHOWN), runsOnDatasets(ctx, ids, SHOWN)]);
  return {
    datasets: datasets.map(({ id, name, item_count, prompt_id, covered }) => ({
      id,
      name,
      itemCount: item_count,
      covered,
      promptRegistryId: prompt_id,
    })),
    experiments,
    runs,
  };
}
