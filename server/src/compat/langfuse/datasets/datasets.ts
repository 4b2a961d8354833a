import { invalid, notFound } from '#lib/app-error';
import { isoTime } from '#lib/clock';
import type { Context } from '#core/context';
import {
  deleteExternalItem,
  findExternalDataset,
  findExternalItem,
  pageOfDatasets,
  pageOfExternalItems,
  pageOfItemsAt,
  upsertDataset,
  upsertExternalItem,
  type ExternalDataset,
  type ExternalItem,
} from '#features/eval-datasets';
import { pageMetaOf, pageOffset } from '../pages.ts';
import { langfuseProjectId } from '../project.ts';
import type {
  LangfuseItemsQuery,
  LangfuseNewDataset,
  LangfuseNewItem,
  LangfuseDataset,
  LangfuseItem,
} from './schemas.ts';

const presentDataset = (ctx: Context, { row, facts }: ExternalDataset): LangfuseDataset => ({
  id: String(row.id),
  name: row.name,
  description: row.description,
  metadata: facts.metadata,
  inputSchema: facts.inputSchema,
  expectedOutputSchema: facts.expectedOutputSchema,
  projectId: row.project_id ?? langfuseProjectId(ctx),
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

const presentItem = ({ id, dataset, input, expectedOutput, item }: ExternalItem): LangfuseItem => ({
  id,
  status: item.facts?.archived ? 'ARCHIVED' : 'ACTIVE',
  input,
  expectedOutput,
  metadata: item.facts?.metadata ?? null,
  sourceTraceId: item.sourceTraceId,
  sourceObservationId: item.facts?.sourceSpanId ?? null,
  datasetId: String(dataset.id),
  datasetName: dataset.name,
  mediaReferences: [],
  createdAt: isoTime(item.facts?.createdAt ?? dataset.created_at),
  updatedAt: isoTime(item.facts?.updatedAt ?? dataset.created_at),
});

export async function requireLangfuseDataset(
  ctx: Context,
  of: { id: number } | { name: string },
): Promise<ExternalDataset> {
  const dataset = await findExternalDataset(ctx, of);
  if (!dataset) throw notFound('Dataset');
  return dataset;
}

export const getLangfuseDataset = async (ctx: Context, name: string): Promise<LangfuseDataset> =>
  presentDataset(ctx, await requireLangfuseDataset(ctx, { name }));

export async function listLangfuseDatasets(ctx: Context, query: { page?: number; limit?: number }) {
  const { datasets, total } = await pageOfDatasets(ctx, pageOffset(query));
  return { data: datasets.map((each) => presentDataset(ctx, each)), meta: pageMetaOf(query, total) };
}

export const putLangfuseDataset = async (ctx: Context, input: LangfuseNewDataset): Promise<LangfuseDataset> =>
  presentDataset(ctx, await upsertDataset(ctx, input));

export async function getLangfuseItem(ctx: Context, id: string): Promise<LangfuseItem> {
  const found = await findExternalItem(ctx, id);
  if (!found) throw notFound('Dataset item');
  return presentItem(found);
}

export async function listLangfuseItems(ctx: Context, query: LangfuseItemsQuery) {
  const { datasetName, sourceTraceId: traceId, sourceObservationId: spanId, version } = query;
  if (version !== undefined) return listItemsAt(ctx, query, version);
  if (spanId !== undefined && traceId === undefined)
    throw invalid('sourceObservationId', 'Send sourceTraceId with sourceObservationId.');
  if (datasetName !== undefined) await requireLangfuseDataset(ctx, { name: datasetName });
  const filter = {
    datasetName,
    traceId,
    callId: spanId === undefined ? undefined : `${traceId}-${spanId}`,
  };
  const { items, total } = await pageOfExternalItems(ctx, filter, pageOffset(query));
  return { data: items.map(presentItem), meta: pageMetaOf(query, total) };
}

async function listItemsAt(ctx: Context, query: LangfuseItemsQuery, version: string) {
  const { datasetName, sourceTraceId, sourceObservationId } = query;
  if (datasetName === undefined || sourceTraceId !== undefined || sourceObservationId !== undefined)
    throw invalid('version', 'Send version with datasetName and without a source.');
  const { row } = await requireLangfuseDataset(ctx, { name: datasetName });
  const page = await pageOfItemsAt(ctx, row, Date.parse(version), pageOffset(query));
  if (!page)
    throw invalid('version', 'The dataset had no items at that time, or that version is not kept any more.');
  return { data: page.items.map(presentItem), meta: pageMetaOf(query, page.total) };
}

export async function putLangfuseItem(ctx: Context, input: LangfuseNewItem): Promise<LangfuseItem> {
  const { id, sourceObservationId, status, ...rest } = input;
  const item = await upsertExternalItem(ctx, {
    ...rest,
    id: id ?? undefined,
    sourceSpanId: sourceObservationId,
    ...(status ? { archived: status === 'ARCHIVED' } : {}),
  });
  return presentItem(item);
}

export async function removeLangfuseItem(ctx: Context, id: string): Promise<{ message: string }> {
  if (!(await deleteExternalItem(ctx, id))) throw notFound('Dataset item');
  return { message: 'Dataset item successfully deleted' };
}
