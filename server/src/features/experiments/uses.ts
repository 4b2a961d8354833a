// Which experiments a prompt version and a dataset are in, newest first.
import { isoTime } from '#lib/clock';
import { Pace } from '#lib/yield-to-event-loop';
import type { Position } from '#core/paging';
import type { Context } from '#core/context';
import type { ExperimentReply } from './schemas.ts';
import {
  criteriaOfExperiment,
  selectExperimentsOfPrompt,
  selectUnlistedExperiments,
  type ExperimentOfPrompt,
} from './store.ts';
import { openVariants } from './variants.ts';

const AT_ONCE = 50;

export async function experimentsOfPrompt(ctx: Context, promptId: number, limit: number) {
  const { db, account, project } = ctx;
  const listed = await selectExperimentsOfPrompt(db, account.id, project?.id ?? null, promptId, limit);
  const found = [...listed, ...(await unlistedOnes(ctx, promptId, limit - listed.length))];
  return found
    .toSorted((a, b) => b.created_at - a.created_at)
    .map(({ id, name, status, created_at: at }) => ({ id, name, status, createdAt: isoTime(at) }));
}

/**
 * Experiments from before their rows had the prompts beside the variants, which are sealed. They are older than all
 * others, so they are opened only if there is room for them.
 */
async function unlistedOnes(ctx: Context, promptId: number, most: number): Promise<ExperimentOfPrompt[]> {
  const found: ExperimentOfPrompt[] = [];
  const pace = new Pace();
  for (let after: Position | null = null; found.length < most;) {
    const rows = await selectUnlistedExperiments(ctx.db, ctx.account.id, ctx.project?.id ?? null, {
      after,
      limit: AT_ONCE,
    });
    if (rows.length === 0) break;
    const keys = await ctx.contentKeys.load(ctx.account);
    for (const row of rows) {
      if (pace.isDue) await pace.rest();
      const isIn = openVariants(keys, row.id, row.variants).some((variant) => variant.promptId === promptId);
      if (isIn && found.length < most) found.push(row);
      after = [row.created_at, row.id];
    }
  }
  return found;
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
