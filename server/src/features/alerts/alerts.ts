import { notFound } from '#lib/app-error';
import type { Context } from '#core/context';
import type { Reader } from '#metadata';
import { Reply } from '#core/endpoint';
import { cutPage, pageByNumber } from '#core/paging';
import { change } from '#core/change/change';
import { keepResolves } from '#services/notifications';
import {
  selectAlert,
  selectGroups,
  type AlertRow,
  selectAlerts,
  countFiring,
  deleteAlertRow,
  holdAlert,
} from './store.ts';
import { selectEvents } from './events/store.ts';
import { presentAlert, presentGroup } from './present.ts';
import type { Alert, AlertEvent, AlertsQuery, FiringGroup } from './schemas.ts';
import { resolveAlert } from './apply-decisions.ts';

/** Finds alerts of the account only, and of the project if the request is bound to one. */
export async function requireAlert({ account, project }: Context, db: Reader, id: number): Promise<AlertRow> {
  const row = await selectAlert(db, account.id, project?.id ?? null, id);
  if (!row) throw notFound('Alert');
  return row;
}

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

interface ShownAlert {
  alert: Alert;
  events: AlertEvent[];
  groups: FiringGroup[];
}

export async function showAlert(ctx: Context, id: number): Promise<ShownAlert> {
  const row = await requireAlert(ctx, ctx.db, id);
  const page = { alertId: id, before: null, limit: EVENTS };
  return {
    alert: presentAlert(ctx, row),
    events: await selectEvents(ctx.db, ctx.account.id, ctx.project?.id ?? null, page),
    groups: ((await selectGroups(ctx.db, [id])).get(id) ?? []).map((group) => presentGroup(row, group)),
  };
}

export const countFiringAlerts = ({ db, account, project, clock }: Context): Promise<number> =>
  countFiring(db, account.id, project?.id ?? null, clock.now());

/**
 * Deletes the alert with its events and queued messages. Messages that resolve an open incident are still
 * sent.
 */
export const deleteAlert = (ctx: Context, id: number): Promise<{ deleted: true }> =>
  change(ctx, 'alert.delete', async (tx) => {
    await holdAlert(tx.db, ctx.account.id, ctx.project?.id ?? null, id);
    const alert = await requireAlert(ctx, tx.db, id);
    await resolveAlert(ctx, tx, alert);
    await keepResolves(tx.db, ctx.account.id, id);
    await deleteAlertRow(tx.db, ctx.account.id, id);
    const { name } = alert;
    return { result: { deleted: true }, target: { type: 'alert', id: String(id) }, metadata: { name } };
  });
