import { AppError, notFound } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { checkWidgets } from './check-widgets.ts';
import type { Dashboard, DashboardChange } from './schemas.ts';
import { selectDashboard, updateDashboardRow } from './store.ts';

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
