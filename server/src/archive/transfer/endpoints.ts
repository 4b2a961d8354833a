// An account exports and imports its own data through the interface, in the same form as in a folder.
import { Type } from 'typebox';
import { endpoint } from '#core/endpoint';
import { closed } from '#lib/schema';
import { importRowsOf } from './import-rows.ts';
import { listDays } from './list-days.ts';
import { DataDays, DataPath, DataRows, DataWindow, ImportedRows } from './schemas.ts';
import { PARTS_TYPE, streamDay } from './stream-day.ts';

const tag = 'data';
/** A row with a conversation of 16 MiB fits. The thread of all requests reads it, so it is less than what a door takes. */
const MAX_BODY_BYTES = 24 * 1_048_576;

export const dataTransferEndpoints = [
  endpoint({
    id: 'listDataDays',
    method: 'GET',
    path: '/v1/data',
    tag,
    summary: 'List the days of an export',
    description: '`tracewell export` uses it. The files of a day are at `GET /v1/data/{table}/{day}`.',
    access: { scope: 'read' },
    project: 'scoped',
    query: DataWindow,
    replies: { 200: DataDays },
    errors: [409],
    handle: (ctx, { query }) => listDays(ctx, query),
  }),
  endpoint({
    id: 'getDataDay',
    method: 'GET',
    path: '/v1/data/{table}/{day}',
    tag,
    summary: 'Get the records of a day as Parquet',
    description:
      'Several files: before each its length in four bytes, the highest first, and a length of zero at the end. Without that end the transfer broke off. An account has one export at a time (429 `export_running`).',
    access: { scope: 'read' },
    project: 'scoped',
    params: DataPath,
    query: closed({ content: Type.Optional(Type.Boolean()) }),
    replies: { 200: Type.String({ format: 'binary' }) },
    produces: PARTS_TYPE,
    errors: [409, 429],
    handle: (ctx, { params, query, signal }) =>
      streamDay(ctx, { ...params, content: query.content ?? false, signal }),
  }),
  endpoint({
    id: 'importData',
    method: 'POST',
    path: '/v1/data/import',
    tag,
    summary: 'Import rows of an export',
    description:
      '`tracewell import` uses it. Records and scores keep their ids, and an id that is known is not stored again. Rows go to projects with the same id or name, or to the project of the request. Tags that begin with `tracewell.` are dropped, and calls of the current period count towards budgets and alerts.',
    access: { scope: 'write', andScope: 'write:records', role: 'admin' },
    project: 'scoped',
    body: DataRows,
    maxBodyBytes: MAX_BODY_BYTES,
    replies: { 200: ImportedRows },
    errors: [429],
    audit: 'data.import',
    handle: (ctx, { body }) => importRowsOf(ctx, body),
  }),
];
