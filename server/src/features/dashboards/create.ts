import { AppError } from '#lib/app-error';
import { change } from '#core/change/change';
import type { Context } from '#core/context';
import { lockAccount } from '#core/lock-account';
import { checkWidgets } from './check-widgets.ts';
import { MAX_DASHBOARDS, type Dashboard, type DashboardInput } from './schemas.ts';
import { countDashboards, insertDashboard } from './store.ts';

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
