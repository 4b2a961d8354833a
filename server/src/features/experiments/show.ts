// GET /v1/experiments and /v1/experiments/{id}.
import { notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import { isId } from '#lib/ids';
import { usd } from '#lib/money';
import type { AccountKeys } from '#content';
import type { Context } from '#core/context';
import { cutPage, pageByPosition, type PageQuery, type Position } from '#core/paging';
import type { Reader } from '#metadata';
import type { ExperimentReply, ExperimentList } from './schemas.ts';
import { criteriaOfExperiment, selectExperiment, selectExperiments, type ExperimentRow } from './store.ts';
import { openVariants, presentVariant } from './variants.ts';

export async function requireExperiment(
  { account, project }: Pick<Context, 'account' | 'project'>,
  db: Reader,
  id: string,
): Promise<ExperimentRow> {
  const row = isId('experiment', id) ? await selectExperiment(db, account.id, project?.id ?? null, id) : null;
  if (!row) throw notFound('Experiment');
  return row;
}

const time = (value: number | null): string | null => (value === null ? null : isoTime(value));

export const presentExperiment = (keys: AccountKeys, row: ExperimentRow): ExperimentReply => ({
  id: row.id,
  name: row.name,
  projectId: row.project_id,
  status: row.status,
  reason: row.reason,
  message: row.message,
  datasetId: row.dataset_id,
  datasetVersion: row.dataset_version,
  split: row.split,
  itemCount: row.item_count,
  variants: openVariants(keys, row.id, row.variants).map(presentVariant),
  criteria: criteriaOfExperiment(row),
  baseline: row.baseline,
  repetitions: row.repetitions,
  concurrency: row.concurrency,
  limitUsd: row.limit_micros === null ? null : usd(row.limit_micros),
  cellCount: row.cells_total,
  doneCount: row.cells_done,
  failedCount: row.cells_failed,
  costUsd: usd(row.spent_micros),
  shipped: row.shipped === null ? null : (JSON.parse(row.shipped) as ExperimentReply['shipped']),
  createdBy: row.created_by,
  createdAt: isoTime(row.created_at),
  startedAt: time(row.started_at),
  endedAt: time(row.ended_at),
});

export async function showExperiment(ctx: Context, id: string): Promise<ExperimentReply> {
  const row = await requireExperiment(ctx, ctx.db, id);
  return presentExperiment(await ctx.contentKeys.load(ctx.account), row);
}

const DEFAULT_LIMIT = 20;

export async function listExperiments(ctx: Context, query: PageQuery): Promise<ExperimentList> {
  const page = pageByPosition({ limit: DEFAULT_LIMIT, ...query });
  const rows = await selectExperiments(ctx.db, ctx.account.id, ctx.project?.id ?? null, page);
  const { shown, nextCursor } = cutPage(rows, page, (row): Position => [row.created_at, row.id]);
  if (shown.length === 0) return { experiments: [], nextCursor: null };
  const keys = await ctx.contentKeys.load(ctx.account);
  return { experiments: shown.map((row) => presentExperiment(keys, row)), nextCursor };
}
