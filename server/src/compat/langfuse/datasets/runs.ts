// Runs that a client makes with its own code (`experiment.run`, `item.link`): which trace belongs to which
// item.
import { invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import {
  deleteLinkedRun,
  findLinkedRun,
  linkRun,
  pageOfLinkedRuns,
  type ExternalDataset,
  type Link,
  type LinkedRun,
} from '#features/eval-datasets';
import { pageMetaOf, pageOffset } from '../pages.ts';
import { requireLangfuseDataset } from './datasets.ts';
import type { LangfuseNewRunItem, LangfuseRun, LangfuseRunItem, LangfuseRunItemsQuery } from './schemas.ts';

type DatasetOf = { id: number } | { name: string };
type RunOf = { id: string } | { name: string };

const presentRun = ({ row: dataset }: ExternalDataset, { row, facts }: LinkedRun): LangfuseRun => ({
  id: row.id,
  name: row.name,
  description: facts.description,
  metadata: facts.metadata,
  datasetId: String(dataset.id),
  datasetName: dataset.name,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

const presentLink = ({ row: run }: LinkedRun, { itemId, row }: Link): LangfuseRunItem => ({
  id: row.id,
  datasetRunId: run.id,
  datasetRunName: run.name,
  datasetItemId: itemId,
  traceId: row.trace_id,
  observationId: row.span_id,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.created_at),
});

export async function addLangfuseRunItem(ctx: Context, input: LangfuseNewRunItem): Promise<LangfuseRunItem> {
  const { runName, runDescription, metadata, datasetItemId, traceId, observationId } = input;
  if (traceId === undefined || traceId === null) throw invalid('traceId', 'A run item needs a traceId.');
  const { run, link } = await linkRun(ctx, {
    runName,
    description: runDescription ?? undefined,
    metadata: metadata ?? undefined,
    itemId: datasetItemId,
    traceId,
    spanId: observationId ?? null,
  });
  return presentLink(run, link);
}

export async function listLangfuseRunItems(ctx: Context, query: LangfuseRunItemsQuery) {
  const dataset = await requireLangfuseDataset(ctx, { id: query.datasetId });
  const found = await findLinkedRun(ctx, dataset.row, { name: query.runName }, pageOffset(query));
  if (!found) throw notFound('Dataset run');
  return {
    data: found.links.map((link) => presentLink(found.run, link)),
    meta: pageMetaOf(query, found.total),
  };
}

export async function listLangfuseRuns(
  ctx: Context,
  of: DatasetOf,
  query: { page?: number; limit?: number },
) {
  const dataset = await requireLangfuseDataset(ctx, of);
  const { runs, total } = await pageOfLinkedRuns(ctx, dataset.row, pageOffset(query));
  return { data: runs.map((run) => presentRun(dataset, run)), meta: pageMetaOf(query, total) };
}

export async function getLangfuseRun(ctx: Context, of: DatasetOf, runOf: RunOf) {
  const dataset = await requireLangfuseDataset(ctx, of);
  const found = await findLinkedRun(ctx, dataset.row, runOf);
  if (!found) throw notFound('Dataset run');
  return {
    ...presentRun(dataset, found.run),
    datasetRunItems: found.links.map((link) => presentLink(found.run, link)),
  };
}

export async function removeLangfuseRun(
  ctx: Context,
  of: DatasetOf,
  runOf: RunOf,
): Promise<{ message: string }> {
  const dataset = await requireLangfuseDataset(ctx, of);
  if (!(await deleteLinkedRun(ctx, dataset.row, runOf))) throw notFound('Dataset run');
  return { message: 'Dataset run successfully deleted' };
}
