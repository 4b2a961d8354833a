import type { Context } from '#core/context';
import { Reply } from '#core/endpoint';
import { cutPage, pageByNumber } from '#core/paging';
import { selectEvents } from './events/store.ts';
import { presentAlert } from './present.ts';
import { requireAlert } from './require-alert.ts';
import type { Alert, AlertEvent, AlertsQuery } from './schemas.ts';
import { selectAlerts } from './store.ts';

const EVENTS = 20;

/** The body is a bare array, so the next cursor is in a header. */
export async function listAlerts(ctx: Context, { limit = 200, cursor }: AlertsQuery): Promise<Reply> {
  const page = pageByNumber({ limit, ...(cursor === undefined ? {} : { cursor }) });
  const rows = await selectAlerts(ctx.db, ctx.account.id, ctx.project?.id ?? null, page);
  const { shown, nextCursor } = cutPage(rows, page, ({ id }) => id);
  return new Reply(
    200,
    shown.map((row) => presentAlert(ctx, row)),
    nextCursor === null ? {} : { 'x-next-cursor': nextCursor },
  );
}

export async function showAlert(ctx: Context, id: number): Promise<{ alert: Alert; events: AlertEvent[] }> {
  const row = await requireAlert(ctx, ctx.db, id);
  const page = { alertId: id, before: null, limit: EVENTS };
  return {
    alert: presentAlert(ctx, row),
    events: await selectEvents(ctx.db, ctx.account.id, ctx.project?.id ?? null, page),
  };
}
