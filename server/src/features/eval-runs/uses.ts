// Which runs a prompt version and a dataset are in, newest first.
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';

const runsOf = ({ db, account, project }: Context, limit: number) =>
  db
    .selectFrom('eval_runs')
    .select(['id', 'name', 'dataset_id', 'status', 'created_at'])
    .where('account_id', '=', account.id)
    .$if(project !== null, (query) => query.where('project_id', '=', project?.id ?? ''))
    .orderBy('id', 'desc')
    .limit(limit);

export async function runsOfPrompt(ctx: Context, promptId: number, limit: number) {
  const rows = await runsOf(ctx, limit).where('prompt_id', '=', promptId).execute();
  return rows.map(({ id, name, status, created_at: at }) => ({ id, name, status, createdAt: isoTime(at) }));
}

export async function runsOnDatasets(ctx: Context, datasetIds: readonly number[], limit: number) {
  const rows = await runsOf(ctx, limit).where('dataset_id', 'in', datasetIds).execute();
  return rows.map(({ id, name, dataset_id: datasetId, status, created_at: at }) => ({
    id,
    name,
    datasetId: datasetId ?? 0,
    status,
    createdAt: isoTime(at),
  }));
}
