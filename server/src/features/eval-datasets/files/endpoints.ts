import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { closed, OneOf } from '#lib/schema';
import { MAX_SPLIT, VersionNumber } from '../items/schemas.ts';
import { DatasetParams } from '../schemas.ts';
import { EXPORT_FORMS, exportItems } from './export-items.ts';
import { importItems, previewImport } from './import-items.ts';
import { FILE_TYPES, type FileType } from './rows.ts';
import { ImportQuery, ImportResult, ImportPreview, PreviewQuery, UPLOAD_BYTES } from './schemas.ts';

const tag = 'eval-datasets';

const upload = {
  method: 'POST',
  tag,
  project: 'scoped',
  access: { scope: 'write', plan: 'pro' },
  params: DatasetParams,
  takes: Object.keys(FILE_TYPES) as FileType[],
  isUpload: true,
  maxBodyBytes: UPLOAD_BYTES,
  body: Type.Array(Type.Unsafe<Record<string, unknown>>({ type: 'object' }), {
    description: 'The rows of the file',
  }),
} as const;

export const datasetFileEndpoints = [
  endpoint({
    ...upload,
    id: 'importEvalDatasetItems',
    path: '/v1/eval-datasets/{id}/items/import',
    summary: 'Upload a file of items',
    description:
      'CSV, JSON lines, JSON or Parquet, by the `Content-Type`; up to 64 MiB and 20,000 rows, optionally compressed. The mapping says which column is which field. All rows become one version; rows that cannot be items are counted in `refused` with the reason. An account reads one file at a time; a few more wait, others get a 429 `import_running`.',
    query: ImportQuery,
    replies: { 200: ImportResult },
    errors: [409, 413, 429],
    audit: 'eval_dataset.import',
    handle: (ctx, { params, query, raw, signal }) => importItems(ctx, params.id, query, { raw, signal }),
  }),
  endpoint({
    ...upload,
    id: 'previewEvalDatasetImport',
    path: '/v1/eval-datasets/{id}/items/import/preview',
    summary: 'Read a file of items without storing it',
    description:
      'The columns, a mapping by their usual names, the first rows as they would be read, and the rows that would be refused.',
    query: PreviewQuery,
    replies: { 200: ImportPreview },
    errors: [413, 429],
    unaudited: 'It stores nothing.',
    handle: (ctx, { params, query, raw, signal }) =>
      previewImport(ctx, params.id, query.mapping, { raw, signal }),
  }),
  endpoint({
    id: 'exportEvalDataset',
    method: 'GET',
    path: '/v1/eval-datasets/{id}/export',
    tag,
    summary: 'Download the items of a dataset',
    description:
      'All items of a version as JSON lines, CSV or Parquet. A transfer that breaks off is incomplete: request it again.',
    access: { scope: 'read' },
    project: 'scoped',
    params: DatasetParams,
    query: closed({
      format: Type.Optional(OneOf(EXPORT_FORMS, '`jsonl` by default')),
      version: Type.Optional(Type.Integer({ ...VersionNumber, description: 'The current one by default' })),
      split: Type.Optional(Type.String({ minLength: 1, maxLength: MAX_SPLIT })),
    }),
    replies: { 200: null },
    produces: 'application/x-ndjson',
    alsoProduces: ['text/csv', 'application/vnd.apache.parquet'],
    handle: (ctx, { params, query, signal }) => exportItems(ctx, params.id, query, signal),
  }),
];
