// Which experiments a prompt version and a dataset are in, newest first.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import type { ExperimentReply } from './schemas.ts';
import { criteriaOfExperiment, selectExperimentsOfPrompt } from './store.ts';

export async function experimentsOfPrompt(ctx: Context, promptId: number, limit: number) {
  const { db, account, project } = ctx;
  const found = await selectExperimentsOfPrompt(db, account.id, project?.id ?? null, promptId, limit);
  return found.map(({ id, name, status, created_at: at }) => ({ id, name, status, createdAt: isoTime(at) }));
}

export async function experimentsOnDatasets(
  { db, account, project }: Context,
  datasetIds: readonly number[],
  limit: number,
) {
  const rows = await db
    .selectFrom('experiments')
    .select(['id', 'name', 'dataset_id', 'status', 'criteria', 'shipped', 'created_at'])
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .where('dataset_id', 'in', datasetIds)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    datasetId: row.dataset_id,
    status: row.status,
    criterionIds: criteriaOfExperiment(row).map(({ id }) => id),
    shipped: row.shipped === null ? null : (JSON.parse(row.shipped) as ExperimentReply['shipped']),
    createdAt: isoTime(row.created_at),
  }));
}
