import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { cutPage, PageQuery, pageByNumber } from '#core/paging';
import { Nullable } from '#lib/schema';
import { DatasetParams } from '../schemas.ts';
import { changeItems } from './batch.ts';
import { listItems, requireDataset } from './read-items.ts';
import { BATCH_BYTES, BatchResult, DatasetVersion, ItemBatch, ItemsPage, ItemsQuery } from './schemas.ts';
import { selectDatasetVersions } from './versions.ts';

const tag = 'eval-datasets';

export const datasetItemEndpoints = [
  endpoint({
    id: 'listEvalDatasetItems',
    method: 'GET',
    path: '/v1/eval-datasets/{id}/items',
    tag,
    summary: 'List the items of a dataset',
    description:
      'In their order, with metadata and split, in the current version or an earlier one. All pages of a list are of the version of its first page.',
    access: { scope: 'read' },
    project: 'scoped',
    params: DatasetParams,
    query: ItemsQuery,
    replies: { 200: ItemsPage },
    handle: (ctx, { params, query }) => listItems(ctx, params.id, query),
  }),
  endpoint({
    id: 'changeEvalDatasetItems',
    method: 'POST',
    path: '/v1/eval-datasets/{id}/items/batch',
    tag,
    summary: 'Add, change and remove items',
    description:
      'Up to 1,000 items in one version. An item with the `id` or the `externalId` of an existing one changes it; fields that are not sent keep their value. Each item is stored or refused by itself: `refused` names the place, the field and the reason.',
    access: { scope: 'write', plan: 'pro' },
    project: 'scoped',
    params: DatasetParams,
    body: ItemBatch,
    maxBodyBytes: BATCH_BYTES,
    replies: { 200: BatchResult },
    errors: [409],
    audit: 'eval_dataset.change_items',
    handle: (ctx, { params, body }) => changeItems(ctx, params.id, body),
  }),
  endpoint({
    id: 'listEvalDatasetVersions',
    method: 'GET',
    path: '/v1/eval-datasets/{id}/versions',
    tag,
    summary: 'List the versions of a dataset',
    description:
      'Newest first, with what each changed. The newest 1,000 versions are kept, fewer if they hold many items.',
    access: { scope: 'read' },
    project: 'scoped',
    params: DatasetParams,
    query: PageQuery,
    replies: {
      200: Type.Object({ versions: Type.Array(DatasetVersion), nextCursor: Nullable(Type.String()) }),
    },
    handle: async (ctx, { params, query }) => {
      const page = pageByNumber(query);
      const rows = await selectDatasetVersions(ctx.db, await requireDataset(ctx, params.id), page);
      const { shown, nextCursor } = cutPage(rows, page, ({ version }) => version);
      return { versions: shown, nextCursor };
    },
  }),
];
