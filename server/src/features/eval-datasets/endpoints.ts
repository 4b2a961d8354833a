import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { PageQuery } from '#core/paging';
import { Nullable } from '#lib/schema';
import { addCalls } from './add-calls.ts';
import { addFilteredCalls, countFilteredCalls } from './add-filtered.ts';
import { addItems } from './add-items.ts';
import { createDataset } from './create.ts';
import { deleteDataset, listDatasets } from './datasets.ts';
import {
  AddedItems,
  AddedItemsResult,
  Dataset,
  DatasetChange,
  DatasetParams,
  DatasetSummary,
  FromCalls,
  FilteredCount,
  FromCallsResult,
  FromFilter,
  FromFilterResult,
  NewDataset,
} from './schemas.ts';
import { selectDataset, SHOWN_ITEMS } from './store.ts';
import { updateDataset } from './update.ts';

const tag = 'eval-datasets';

export const evalDatasetEndpoints = [
  endpoint({
    id: 'listEvalDatasets',
    method: 'GET',
    path: '/v1/eval-datasets',
    tag,
    summary: 'List datasets',
    description: 'Without their items, oldest first.',
    access: { scope: 'read' },
    project: 'scoped',
    query: PageQuery,
    replies: {
      200: Type.Object({ datasets: Type.Array(DatasetSummary), nextCursor: Nullable(Type.String()) }),
    },
    handle: (ctx, { query }) => listDatasets(ctx, query),
  }),
  endpoint({
    id: 'createEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets',
    tag,
    summary: 'Create a dataset',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    body: NewDataset,
    replies: { 201: Dataset },
    errors: [404, 409],
    audit: 'eval_dataset.create',
    handle: (ctx, { body }) => createDataset(ctx, body),
  }),
  endpoint({
    id: 'getEvalDataset',
    method: 'GET',
    path: '/v1/eval-datasets/{id}',
    tag,
    summary: 'Get a dataset with its items',
    access: { scope: 'read' },
    project: 'scoped',
    params: DatasetParams,
    query: Type.Object({
      itemLimit: Type.Optional(
        Type.Integer({ minimum: 0, maximum: SHOWN_ITEMS, description: 'At most so many items' }),
      ),
    }),
    replies: { 200: Dataset },
    handle: async (ctx, { params, query }) => {
      const dataset = await selectDataset(ctx, params.id, query.itemLimit);
      if (!dataset) throw notFound('Dataset');
      return dataset;
    },
  }),
  endpoint({
    id: 'updateEvalDataset',
    method: 'PATCH',
    path: '/v1/eval-datasets/{id}',
    tag,
    summary: 'Change a dataset',
    description:
      'Fields that are not sent keep their value; `items` replaces all items. An item with an `id`, or with the input of an existing item, stays the same item. A frozen dataset accepts only a new description (409 `dataset_frozen`).',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    body: DatasetChange,
    replies: { 200: Dataset },
    errors: [409],
    audit: 'eval_dataset.update',
    handle: (ctx, { params, body }) => updateDataset(ctx, params.id, body),
  }),
  endpoint({
    id: 'deleteEvalDataset',
    method: 'DELETE',
    path: '/v1/eval-datasets/{id}',
    tag,
    summary: 'Delete a dataset',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    replies: { 200: Type.Object({ ok: Type.Literal(true) }) },
    audit: 'eval_dataset.delete',
    handle: (ctx, { params }) => deleteDataset(ctx, params.id),
  }),
  endpoint({
    id: 'addItemsToEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/items',
    tag,
    summary: 'Add items to a dataset',
    description:
      'The items that are there stay as they are. An item that equals one of them in input, expected output and source is skipped, so a request can be repeated. Items that do not fit are skipped too; `skipped` names the reason for each.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    body: AddedItems,
    replies: { 200: AddedItemsResult },
    errors: [409],
    audit: 'eval_dataset.add_items',
    handle: (ctx, { params, body }) => addItems(ctx, params.id, body.items),
  }),
  endpoint({
    id: 'addCallsToEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/items/from-calls',
    tag,
    summary: 'Create items from stored calls',
    description:
      'The input of each call becomes `inputText`, its output `expectedOutput`. Calls that cannot be used are listed in `skipped` with the reason, and texts that were cut to the limit of the account (4,000 characters, unless it is raised) in `truncated`. Calls are taken in their order until the dataset is full.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    body: FromCalls,
    replies: { 200: FromCallsResult },
    errors: [409],
    audit: 'eval_dataset.add_calls',
    handle: (ctx, { params, body }) => addCalls(ctx, params.id, body.callIds, body.as),
  }),
  endpoint({
    id: 'addFilteredCallsToEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/items/from-filter',
    tag,
    summary: 'Create items from the calls that match a filter',
    description:
      'The newest calls up to `limit`, each as `items/from-calls` would add it. `skipped` counts the calls that cannot be used, by reason.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    body: FromFilter,
    replies: { 200: FromFilterResult },
    errors: [409],
    audit: 'eval_dataset.add_calls',
    handle: (ctx, { params, body }) => addFilteredCalls(ctx, params.id, body),
  }),
  endpoint({
    id: 'countFilteredCallsForEvalDataset',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/items/from-filter/count',
    tag,
    summary: 'Count the calls that match a filter',
    access: { scope: 'read' },
    project: 'scoped',
    params: DatasetParams,
    body: FromFilter,
    replies: { 200: FilteredCount },
    unaudited: 'It only reads.',
    handle: (ctx, { params, body }) => countFilteredCalls(ctx, params.id, body),
  }),
];
