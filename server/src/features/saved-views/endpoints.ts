import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint, Reply } from '#core/endpoint';
import { deleteSavedView, saveView } from './saved-views.ts';
import { SavedView, SavedViewInput, SavedViewParams } from './schemas.ts';
import { selectSavedView, selectSavedViews } from './store.ts';

const tag = 'saved-views';
const One = Type.Object({ savedView: SavedView });

export const savedViewEndpoints = [
  endpoint({
    id: 'listSavedViews',
    method: 'GET',
    path: '/v1/saved-views',
    tag,
    summary: 'List saved views',
    description: 'All views, at most 20, oldest first.',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: Type.Object({ savedViews: Type.Array(SavedView) }) },
    handle: async (ctx) => ({ savedViews: await selectSavedViews(ctx.db, ctx.account.id) }),
  }),
  endpoint({
    id: 'saveView',
    method: 'POST',
    path: '/v1/saved-views',
    tag,
    summary: 'Save a view',
    description:
      '201 for a new name; 200 if the name exists and its filter is replaced. The 21st view of an account is a 409 `limit_reached`.',
    access: { scope: 'write' },
    project: 'account-wide',
    body: SavedViewInput,
    replies: { 201: One, 200: One },
    errors: [409],
    audit: 'saved_view.save',
    handle: async (ctx, { body }) => {
      const { made, savedView } = await saveView(ctx, body);
      return new Reply(made ? 201 : 200, { savedView });
    },
  }),
  endpoint({
    id: 'getSavedView',
    method: 'GET',
    path: '/v1/saved-views/{id}',
    tag,
    summary: 'Get a saved view',
    access: { scope: 'read' },
    project: 'account-wide',
    params: SavedViewParams,
    replies: { 200: One },
    handle: async (ctx, { params }) => {
      const savedView = await selectSavedView(ctx.db, ctx.account.id, params.id);
      if (!savedView) throw notFound('Saved view');
      return { savedView };
    },
  }),
  endpoint({
    id: 'deleteSavedView',
    method: 'DELETE',
    path: '/v1/saved-views/{id}',
    tag,
    summary: 'Delete a saved view',
    access: { scope: 'write' },
    project: 'account-wide',
    params: SavedViewParams,
    replies: { 204: null },
    audit: 'saved_view.delete',
    handle: (ctx, { params }) => deleteSavedView(ctx, params.id),
  }),
];
