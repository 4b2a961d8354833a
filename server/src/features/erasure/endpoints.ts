import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint } from '#core/endpoint';
import { cutPage, PageQuery, pageByPosition } from '#core/paging';
import { Nullable } from '#lib/schema';
import { eraseCall } from './erase-call.ts';
import { requestErasure } from './request.ts';
import { Erasure, ErasureParams, NewErasure } from './schemas.ts';
import { presentErasure, selectErasure, selectErasures } from './store.ts';

const tag = 'erasures';
const path = '/v1/erasures';

export const erasureEndpoints = [
  endpoint({
    id: 'eraseCall',
    method: 'DELETE',
    path: '/v1/query/calls/{id}',
    tag,
    summary: 'Erase one call permanently',
    description:
      'Includes its content, scores, annotations, safety assessments, and dataset items made from it. Sums no longer include it; the monthly quota still does.',
    access: { scope: 'write', role: 'admin' },
    project: 'scoped',
    params: Type.Object({ id: Type.String({ minLength: 1, maxLength: 256 }) }),
    replies: { 204: null },
    errors: [503],
    audit: 'call.erase',
    handle: (ctx, { params }) => eraseCall(ctx, params.id),
  }),
  endpoint({
    id: 'createErasure',
    method: 'POST',
    path,
    tag,
    summary: 'Erase all records of a user, a session, a trace, or that match a filter',
    description:
      'Covers everything acknowledged before the request: calls, spans, content, and all data about them. A job does the work; `GET` shows its progress. Records that arrive later are not covered.',
    access: { scope: 'write', role: 'admin', fullKey: true },
    project: 'scoped',
    body: NewErasure,
    replies: { 202: Erasure },
    errors: [409],
    audit: 'erasure.create',
    handle: (ctx, { body }) => requestErasure(ctx, body),
  }),
  endpoint({
    id: 'listErasures',
    method: 'GET',
    path,
    tag,
    summary: 'List erasures, newest first',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'scoped',
    query: PageQuery,
    replies: { 200: Type.Object({ erasures: Type.Array(Erasure), nextCursor: Nullable(Type.String()) }) },
    handle: async (ctx, { query }) => {
      const page = pageByPosition(query);
      const rows = await selectErasures(ctx.db, ctx.account.id, ctx.project?.id ?? null, page);
      const { shown, nextCursor } = cutPage(rows, page, (row) => [row.created_at, row.id]);
      return { erasures: shown.map(presentErasure), nextCursor };
    },
  }),
  endpoint({
    id: 'getErasure',
    method: 'GET',
    path: `${path}/{id}`,
    tag,
    summary: 'Get an erasure with its progress',
    access: { scope: 'read', role: 'admin', fullKey: true },
    project: 'scoped',
    params: ErasureParams,
    replies: { 200: Erasure },
    handle: async (ctx, { params }) => {
      const row = await selectErasure(ctx.db, ctx.account.id, ctx.project?.id ?? null, params.id);
      if (!row) throw notFound('Erasure');
      return presentErasure(row);
    },
  }),
];
