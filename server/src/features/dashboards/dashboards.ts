import { AppError, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { checkWidgets } from './check-widgets.ts';
import { MAX_DASHBOARDS, type Dashboard, type DashboardInput, type DashboardChange } from './schemas.ts';
import {
  countDashboards,
  insertDashboard,
  selectDashboard,
  updateDashboardRow,
  deleteDashboardRow,
} from './store.ts';

export function createDashboard(
  ctx: Context,
  { name, description = '', widgets }: DashboardInput,
): Promise<Dashboard> {
  checkWidgets(widgets);
  return change(ctx, 'dashboard.create', async ({ db }) => {
    // The lock stops parallel requests from exceeding the limit.
    await lockAccount(db, ctx.account.id);
    if ((await countDashboards(db, ctx.account.id)) >= MAX_DASHBOARDS) {
      throw new AppError(
        'conflict',
        'limit_reached',
        `An account can have at most ${MAX_DASHBOARDS} dashboards. Delete one first.`,
      );
    }
    const now = ctx.clock.now();
    const dashboard = await insertDashboard(db, ctx.account.id, { name, description, widgets }, now);
    return {
      result: dashboard,
      target: { type: 'dashboard', id: String(dashboard.id) },
      metadata: { name, widgets: widgets.length },
    };
  });
}

/** Replaces the content, unless someone else has changed it since it was read. */
export function updateDashboard(
  ctx: Context,
  id: number,
  { name, description = '', widgets, version }: DashboardChange,
): Promise<Dashboard> {
  checkWidgets(widgets);
  return change(ctx, 'dashboard.update', async ({ db }) => {
    const changed = { id, version, name, description, widgets, now: ctx.clock.now() };
    const dashboard = await updateDashboardRow(db, ctx.account.id, changed);
    if (!dashboard) {
      const current = await selectDashboard(db, ctx.account.id, id);
      if (!current) throw notFound('Dashboard');
      throw new AppError(
        'conflict',
        'version_conflict',
        `The dashboard has changed: its version is ${current.version}, not ${version}.`,
      );
    }
    return {
      result: dashboard,
      target: { type: 'dashboard', id: String(id) },
      metadata: { name, widgets: widgets.length, version: dashboard.version },
    };
  });
}

export const deleteDashboard = (ctx: Context, id: number): Promise<void> =>
  change(ctx, 'dashboard.delete', async ({ db }) => {
    const name = await deleteDashboardRow(db, ctx.account.id, id);
    if (name === null) throw notFound('Dashboard');
    return { result: undefined, target: { type: 'dashboard', id: String(id) }, metadata: { name } };
  });
