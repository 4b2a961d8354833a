import { sql, type Insertable, type Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { AlertFiring, ChannelKind } from '#services/notifications';
import type { AlertEventsTable, Reader, Writer } from '#metadata';
import type { AlertType } from '../alert-types.ts';
import type { AlertEvent } from '../schemas.ts';
import { ofProject, type AlertRow } from '../store.ts';

/** Event ids by alert id. Each alert has at most one row. */
export async function insertEvents(
  db: Writer,
  rows: readonly Insertable<AlertEventsTable>[],
): Promise<Map<number, number>> {
  if (rows.length === 0) return new Map();
  const made = await db.insertInto('alert_events').values(rows).returning(['id', 'alert_id']).execute();
  return new Map(made.map((row) => [row.alert_id, row.id]));
}

/** The last firing of each alert, as the channels received it. Alerts that never fired are missing. */
export async function selectLastFirings(
  db: Reader,
  alerts: readonly Pick<AlertRow, 'id' | 'name'>[],
): Promise<Map<number, AlertFiring>> {
  if (alerts.length === 0) return new Map();
  const names = new Map(alerts.map(({ id, name }) => [id, name]));
  const last = db
    .selectFrom('alert_events')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('alert_id', 'in', [...names.keys()])
    .groupBy('alert_id');
  const rows = await db.selectFrom('alert_events').selectAll().where('id', 'in', last).execute();
  const firing = (row: Selectable<AlertEventsTable>): AlertFiring => ({
    id: row.id,
    alertId: row.alert_id,
    alertName: names.get(row.alert_id) ?? '',
    alertType: row.alert_type,
    observedValue: row.observed_value,
    thresholdValue: row.threshold_value,
    windowMinutes: row.window_minutes,
    triggeredAt: row.triggered_at,
  });
  return new Map(rows.map((row) => [row.alert_id, firing(row)]));
}

const events = (db: Reader, accountId: string, projectId: string | null) =>
  db
    .selectFrom('alert_events')
    .innerJoin('alerts', 'alerts.id', 'alert_events.alert_id')
    .selectAll('alert_events')
    .select('alerts.name as alert_name')
    .where('alert_events.account_id', '=', accountId)
    .where(ofProject(projectId));

type EventRow = Awaited<ReturnType<ReturnType<typeof events>['executeTakeFirstOrThrow']>>;

const presentEvent = (row: EventRow): AlertEvent => ({
  id: row.id,
  alertId: row.alert_id,
  alertName: row.alert_name,
  alertType: row.alert_type as AlertType,
  triggeredAt: isoTime(row.triggered_at),
  observedValue: row.observed_value,
  thresholdValue: row.threshold_value,
  windowMinutes: row.window_minutes,
  unpriced:
    row.unpriced_calls === null ? null : { calls: row.unpriced_calls, tokens: row.unpriced_tokens ?? 0 },
  channelsSent: JSON.parse(row.channels_sent) as ChannelKind[],
  acknowledgedAt: row.acknowledged_at === null ? null : isoTime(row.acknowledged_at),
  acknowledgedBy: row.acknowledged_by,
});

interface EventPage {
  alertId?: number | undefined;
  /** The page starts after this event. */
  before: { triggeredAt: number; id: number } | null;
  limit: number;
}

/** Newest first. */
export async function selectEvents(
  db: Reader,
  accountId: string,
  projectId: string | null,
  { alertId, before, limit }: EventPage,
): Promise<AlertEvent[]> {
  const rows = await events(db, accountId, projectId)
    .$if(alertId !== undefined, (query) => query.where('alert_events.alert_id', '=', alertId ?? 0))
    .$if(before !== null, (query) =>
      query.where(
        sql<boolean>`(alert_events.triggered_at, alert_events.id) < (${before?.triggeredAt}, ${before?.id})`,
      ),
    )
    .orderBy('alert_events.triggered_at', 'desc')
    .orderBy('alert_events.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(presentEvent);
}

export async function selectEvent(
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: number,
): Promise<AlertEvent | null> {
  const row = await events(db, accountId, projectId).where('alert_events.id', '=', id).executeTakeFirst();
  return row ? presentEvent(row) : null;
}

/** False if the event was acknowledged before. */
export async function acknowledgeRow(
  db: Writer,
  accountId: string,
  id: number,
  at: number,
  by: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alert_events')
    .set({ acknowledged_at: at, acknowledged_by: by })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('acknowledged_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function selectAccountsWithEvents(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('alert_events').select('account_id').distinct().execute();
  return rows.map((row) => row.account_id);
}

/**
 * Deletes up to `limit` events and returns their number. The firing of a condition that still holds is kept,
 * because its channels will also receive its end.
 */
export async function deleteEventsBefore(
  db: Writer,
  accountId: string,
  before: number,
  limit: number,
): Promise<number> {
  const old = db
    .selectFrom('alert_events')
    .innerJoin('alerts', 'alerts.id', 'alert_events.alert_id')
    .select('alert_events.id')
    .where('alert_events.account_id', '=', accountId)
    .where('alert_events.triggered_at', '<', before)
    .where((eb) =>
      eb.or([
        eb('alerts.fired_at', 'is', null),
        eb('alert_events.triggered_at', '<', eb.ref('alerts.fired_at')),
      ]),
    )
    .orderBy('alert_events.triggered_at')
    .limit(limit);
  const { numDeletedRows } = await db.deleteFrom('alert_events').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
