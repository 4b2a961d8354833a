import { sql, type Insertable, type Selectable } from 'kysely';
import { chunks } from '#lib/chunks';
import { isoTime } from '#lib/clock';
import type { AlertFiring, ChannelKind } from '#services/notifications';
import type { AlertEventsTable, Reader, Writer } from '#metadata';
import type { AlertType } from '../alert-types.ts';
import type { AlertEvent } from '../schemas.ts';
import { ofProject, type AlertRow } from '../store.ts';

/** Event ids by `eventKey`. */
export async function insertEvents(
  db: Writer,
  rows: readonly Insertable<AlertEventsTable>[],
): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const some of chunks(rows, ROWS_AT_ONCE)) {
    const made = await db
      .insertInto('alert_events')
      .values(some)
      .returning(['id', 'alert_id', 'group_value'])
      .execute();
    for (const row of made) ids.set(eventKey(row.alert_id, row.group_value), row.id);
  }
  return ids;
}

/** A statement has a limited number of parameters. */
const ROWS_AT_ONCE = 500;

/** An alert fires at most once at a time, or each of its groups does. */
export const eventKey = (alertId: number, group: string | null): string =>
  group === null ? String(alertId) : `${alertId}/${group}`;

/** Groups that fired together are told in one message, that of the first event. */
export async function noteToldWith(db: Writer, first: number, others: readonly number[]): Promise<void> {
  if (others.length === 0) return;
  await db.updateTable('alert_events').set({ told_with: first }).where('id', 'in', others).execute();
}

type EventFields = Selectable<AlertEventsTable>;

/** A firing as the channels received it. */
const firingOf = (row: EventFields, alert: Pick<AlertRow, 'name' | 'measured_of'>): AlertFiring => ({
  id: row.id,
  alertId: row.alert_id,
  alertName: alert.name,
  alertType: row.alert_type,
  observedValue: row.observed_value,
  thresholdValue: row.threshold_value,
  windowMinutes: row.window_minutes,
  triggeredAt: row.triggered_at,
  of: alert.measured_of,
  ...(row.percentile === null ? {} : { percentile: row.percentile }),
  ...(row.dimension === null || row.group_value === null
    ? {}
    : { group: { dimension: row.dimension, value: row.group_value } }),
});

/** The last firing of each alert. Alerts that never fired are missing. */
export async function selectLastFirings(
  db: Reader,
  alerts: readonly Pick<AlertRow, 'id' | 'name' | 'measured_of'>[],
): Promise<Map<number, AlertFiring>> {
  if (alerts.length === 0) return new Map();
  const known = new Map(alerts.map((alert) => [alert.id, alert]));
  const last = db
    .selectFrom('alert_events')
    .select((eb) => eb.fn.max('id').as('id'))
    .where('alert_id', 'in', [...known.keys()])
    .groupBy('alert_id');
  const rows = await db.selectFrom('alert_events').selectAll().where('id', 'in', last).execute();
  return new Map(
    rows.flatMap((row) => {
      const alert = known.get(row.alert_id);
      return alert ? [[row.alert_id, firingOf(row, alert)] as const] : [];
    }),
  );
}

/** Firings of groups of an alert, by id. */
export async function selectFirings(
  db: Reader,
  alert: Pick<AlertRow, 'id' | 'name' | 'measured_of'>,
  ids: readonly number[],
): Promise<Map<number, AlertFiring>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_events')
    .selectAll()
    .where('alert_id', '=', alert.id)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map((row) => [row.id, firingOf(row, alert)]));
}

const events = (db: Reader, accountId: string, projectId: string | null) =>
  db
    .selectFrom('alert_events')
    .innerJoin('alerts', 'alerts.id', 'alert_events.alert_id')
    .selectAll('alert_events')
    .select(['alerts.name as alert_name', 'alerts.measured_of'])
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
  of: row.measured_of,
  percentile: row.percentile,
  group:
    row.dimension === null || row.group_value === null
      ? null
      : { dimension: row.dimension, value: row.group_value },
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

/** For the deliveries of an event: the event whose message told it. */
export async function selectToldWith(db: Reader, accountId: string, id: number): Promise<number | null> {
  const row = await db
    .selectFrom('alert_events')
    .select('told_with')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.told_with ?? null;
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
