import { Type } from 'typebox';
import { notFound } from '#lib/app-error';
import { endpoint, Reply } from '#core/endpoint';
import { createDashboard, deleteDashboard, updateDashboard } from './dashboards.ts';
import { Dashboard, DashboardChange, DashboardHead, DashboardInput, DashboardParams } from './schemas.ts';
import { selectDashboard, selectDashboards } from './store.ts';

const tag = 'dashboards';
const One = Type.Object({ dashboard: Dashboard });

export const dashboardEndpoints = [
  endpoint({
    id: 'listDashboards',
    method: 'GET',
    path: '/v1/dashboards',
    tag,
    summary: 'List dashboards',
    description:
      'All dashboards, at most 50, oldest first, without their widgets; `widgets` is their number.',
    access: { scope: 'read' },
    project: 'account-wide',
    replies: { 200: Type.Object({ dashboards: Type.Array(DashboardHead) }) },
    handle: async (ctx) => ({ dashboards: await selectDashboards(ctx.db, ctx.account.id) }),
  }),
  endpoint({
    id: 'createDashboard',
    method: 'POST',
    path: '/v1/dashboards',
    tag,
    summary: 'Create or import a dashboard',
    description: 'At most 30 widgets. The 51st dashboard of an account is a 409 `limit_reached`.',
    access: { scope: 'write' },
    project: 'account-wide',
    body: DashboardInput,
    replies: { 201: One },
    errors: [409],
    audit: 'dashboard.create',
    handle: async (ctx, { body }) => new Reply(201, { dashboard: await createDashboard(ctx, body) }),
  }),
  endpoint({
    id: 'getDashboard',
    method: 'GET',
    path: '/v1/dashboards/{id}',
    tag,
    summary: 'Get a dashboard',
    access: { scope: 'read' },
    project: 'account-wide',
    params: DashboardParams,
    replies: { 200: One },
    handle: async (ctx, { params }) => {
      const dashboard = await selectDashboard(ctx.db, ctx.account.id, params.id);
      if (!dashboard) throw notFound('Dashboard');
      return { dashboard };
    },
  }),
  endpoint({
    id: 'updateDashboard',
    method: 'PUT',
    path: '/v1/dashboards/{id}',
    tag,
    summary: 'Replace the name, the description and the widgets of a dashboard',
    description: 'Send the `version` that you have read; 409 `version_conflict` if someone changed it since.',
    access: { scope: 'write' },
    project: 'account-wide',
    params: DashboardParams,
    body: DashboardChange,
    replies: { 200: One },
    errors: [409],
    audit: 'dashboard.update',
    handle: async (ctx, { params, body }) => ({ dashboard: await updateDashboard(ctx, params.id, body) }),
  }),
  endpoint({
    id: 'deleteDashboard',
    method: 'DELETE',
    path: '/v1/dashboards/{id}',
    tag,
    summary: 'Delete a dashboard',
    access: { scope: 'write' },
    project: 'account-wide',
    params: DashboardParams,
    replies: { 204: null },
    audit: 'dashboard.delete',
    handle: (ctx, { params }) => deleteDashboard(ctx, params.id),
  }),
];
