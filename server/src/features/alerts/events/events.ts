import { notFound, invalid } from '#lib/app-error';
import type { Context } from '#core/context';
import type { PageQuery } from '#core/paging';
import type { Reader } from '#metadata';
import { listAlertDeliveries } from '#services/notifications';
import type { AlertEvent, EventsQuery } from '../schemas.ts';
import { selectEvent, selectEvents, selectToldWith } from './store.ts';

/** Finds events of the account only, and of the project if the request is bound to one. */
export async function requireEvent(
  { account, project }: Context,
  db: Reader,
  id: number,
): Promise<AlertEvent> {
  const event = await selectEvent(db, account.id, project?.id ?? null, id);
  if (!event) throw notFound('Alert event');
  return event;
}

/** Deliveries of a firing, newest first; also those of the message that told it with other groups. */
export async function listEventDeliveries(ctx: Context, eventId: number, query: PageQuery) {
  const { id } = await requireEvent(ctx, ctx.db, eventId);
  const toldWith = await selectToldWith(ctx.db, ctx.account.id, id);
  return listAlertDeliveries(ctx.db, ctx.account.id, id, query, toldWith);
}

const EVENTS = 20;

export async function listEvents(ctx: Context, query: EventsQuery): Promise<{ events: AlertEvent[] }> {
  const { limit = EVENTS, alertId, beforeTriggeredAt, beforeId } = query;
  if ((beforeTriggeredAt === undefined) !== (beforeId === undefined)) {
    const missing = beforeId === undefined ? 'beforeId' : 'beforeTriggeredAt';
    throw invalid(missing, 'beforeTriggeredAt and beforeId belong together: send both or neither.');
  }
  const before =
    beforeTriggeredAt === undefined || beforeId === undefined
      ? null
      : { triggeredAt: Date.parse(beforeTriggeredAt), id: beforeId };
  return {
    events: await selectEvents(ctx.db, ctx.account.id, ctx.project?.id ?? null, { alertId, before, limit }),
  };
}
