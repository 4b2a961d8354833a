import { endpoint } from '#core/endpoint';
import { LangfusePage } from '../pages.ts';
import { LANGFUSE as peer } from '../peer.ts';
import {
  getLangfuseDataset,
  getLangfuseItem,
  listLangfuseDatasets,
  listLangfuseItems,
  putLangfuseDataset,
  putLangfuseItem,
  removeLangfuseItem,
} from './datasets.ts';
import { langfuseRunEndpoints } from './run-endpoints.ts';
import {
  LangfuseDatasetParams,
  LangfuseDone,
  LangfuseItemParams,
  LangfuseItemsQuery,
  LangfuseNewDataset,
  LangfuseNewItem,
  LangfuseDataset,
  LangfuseDatasets,
  LangfuseItem,
  LangfuseItems,
} from './schemas.ts';

const tag = 'langfuse';
const read = { access: { scope: 'read' }, project: 'scoped', tag, peer } as const;
const write = { access: { scope: 'write', plan: 'pro' }, project: 'scoped', tag, peer } as const;

const MAX_DATASET_BYTES = 256 * 1_024;

export const langfuseDatasetEndpoints = [
  endpoint({
    ...read,
    id: 'langfuseListDatasets',
    method: 'GET',
    path: '/api/public/v2/datasets',
    summary: 'List datasets',
    query: LangfusePage,
    replies: { 200: LangfuseDatasets },
    handle: (ctx, { query }) => listLangfuseDatasets(ctx, query),
  }),
  endpoint({
    ...write,
    id: 'langfusePutDataset',
    method: 'POST',
    path: '/api/public/v2/datasets',
    summary: 'Create a dataset, or change the one with this name',
    body: LangfuseNewDataset,
    // Its metadata and schemas are stored as one text each, so they are parsed and written at once.
    maxBodyBytes: MAX_DATASET_BYTES,
    replies: { 200: LangfuseDataset },
    errors: [409],
    audit: 'eval_dataset.create',
    handle: (ctx, { body }) => putLangfuseDataset(ctx, body),
  }),
  endpoint({
    ...read,
    id: 'langfuseGetDataset',
    method: 'GET',
    path: '/api/public/v2/datasets/{name}',
    summary: 'Get a dataset by its name',
    params: LangfuseDatasetParams,
    replies: { 200: LangfuseDataset },
    handle: (ctx, { params: { name } }) => getLangfuseDataset(ctx, name),
  }),
  endpoint({
    ...read,
    id: 'langfuseListDatasetItems',
    method: 'GET',
    path: '/api/public/dataset-items',
    summary: 'List items of datasets, newest first',
    query: LangfuseItemsQuery,
    replies: { 200: LangfuseItems },
    errors: [404],
    handle: (ctx, { query }) => listLangfuseItems(ctx, query),
  }),
  endpoint({
    ...write,
    id: 'langfusePutDatasetItem',
    method: 'POST',
    path: '/api/public/dataset-items',
    summary: 'Create an item, or change the one with this id',
    body: LangfuseNewItem,
    replies: { 200: LangfuseItem },
    errors: [404, 409],
    audit: 'eval_dataset.update',
    handle: (ctx, { body }) => putLangfuseItem(ctx, body),
  }),
  endpoint({
    ...read,
    id: 'langfuseGetDatasetItem',
    method: 'GET',
    path: '/api/public/dataset-items/{id}',
    summary: 'Get an item',
    params: LangfuseItemParams,
    replies: { 200: LangfuseItem },
    handle: (ctx, { params: { id } }) => getLangfuseItem(ctx, id),
  }),
  endpoint({
    ...write,
    id: 'langfuseDeleteDatasetItem',
    method: 'DELETE',
    path: '/api/public/dataset-items/{id}',
    summary: 'Delete an item with its links to runs',
    params: LangfuseItemParams,
    replies: { 200: LangfuseDone },
    errors: [409],
    audit: 'eval_dataset.update',
    handle: (ctx, { params: { id } }) => removeLangfuseItem(ctx, id),
  }),
  ...langfuseRunEndpoints,
];
