// POST /v1/fix-trail: what became of some calls. Everything is found by stored references: an item names the
// call that it was made from, an experiment and a run name their dataset.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import { datasetOwnerOf, selectDatasetsOfCalls } from '#features/eval-datasets';
import type { Reader } from '#metadata';
import { criteriaOfExperiment } from '../experiments/store.ts';
import type { FixTrail } from './schemas.ts';

/** How many of each kind are shown. */
const SHOWN = 5;

export async function fixTrail(ctx: Context, callIds: readonly string[]): Promise<FixTrail> {
  const datasets = await selectDatasetsOfCalls(ctx.db, datasetOwnerOf(ctx), callIds, SHOWN);
  const ids = datasets.map(({ id }) => id);
  const [experiments, runs] =
    ids.length === 0 ? [[], []] : await Promise.all([experimentsOn(ctx, ids), runsOf(ctx, ids)]);
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

type Asked = Pick<Context, 'account' | 'project'> & { db: Reader };

async function experimentsOn(
  { db, account, project }: Asked,
  datasetIds: readonly number[],
): Promise<FixTrail['experiments']> {
  const rows = await db
    .selectFrom('experiments')
    .select(['id', 'name', 'dataset_id', 'status', 'criteria', 'shipped', 'created_at'])
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .where('dataset_id', 'in', datasetIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    datasetId: row.dataset_id,
    status: row.status,
    criterionIds: criteriaOfExperiment(row).map(({ id }) => id),
    shipped:
      row.shipped === null ? null : (JSON.parse(row.shipped) as FixTrail['experiments'][number]['shipped']),
    createdAt: isoTime(row.created_at),
  }));
}

async function runsOf(
  { db, account, project }: Asked,
  datasetIds: readonly number[],
): Promise<FixTrail['runs']> {
  const rows = await db
    .selectFrom('eval_runs')
    .select(['id', 'name', 'dataset_id', 'status', 'created_at'])
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .where('dataset_id', 'in', datasetIds)
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    datasetId: row.dataset_id ?? 0,
    status: row.status,
    createdAt: isoTime(row.created_at),
  }));
}
