import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { chunks } from '#lib/chunks';
import type { Page } from '#core/paging';
import type { ChannelKind } from '#services/notifications';
import type { AlertGroupsTable, AlertsTable, Reader, Writer } from '#metadata';

export type AlertRow = Selectable<AlertsTable>;
export type GroupRow = Selectable<AlertGroupsTable>;

/** A statement has a limited number of parameters. */
const GROUPS_AT_ONCE = 500;

export const kindsIn = ({ channel_kinds: kinds }: Pick<AlertRow, 'channel_kinds'>): ChannelKind[] =>
  JSON.parse(kinds) as ChannelKind[];

/** Alerts of one project, or of the whole account if null. */
export const ofProject = (projectId: string | null) =>
  projectId === null ? sql<boolean>`1 = 1` : sql<boolean>`alerts.project_id = ${projectId}`;

/** Oldest first. */
export const selectAlerts = (
  db: Reader,
  accountId: string,
  projectId: string | null,
  { after, limit }: Page<number>,
): Promise<AlertRow[]> =>
  db
    .selectFrom('alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .$if(after !== null, (query) => query.where('id', '>', after ?? 0))
    .orderBy('id')
    .limit(limit + 1)
    .execute();

export async function selectAlert(
  db: Reader,
  accountId: string,
  projectId: string | null,
  id: number,
): Promise<AlertRow | null> {
  const row = await db
    .selectFrom('alerts')
    .selectAll()
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Alerts of all accounts, for the job that runs every minute. */
export const selectEnabledAlerts = (db: Reader): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('enabled', '=', 1).orderBy('id').execute();

export const hasEnabledAlerts = async (db: Reader): Promise<boolean> =>
  (await db.selectFrom('alerts').select('id').where('enabled', '=', 1).limit(1).executeTakeFirst()) !==
  undefined;

export async function countAlerts(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('alerts'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.alerts;
}

/** Alerts whose condition holds, without those that are disabled or silenced. */
export async function countFiring(
  db: Reader,
  accountId: string,
  projectId: string | null,
  now: number,
): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('alerts'))
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .where('enabled', '=', 1)
    .where('holds', '=', 1)
    .where((eb) => eb.or([eb('silenced_until', 'is', null), eb('silenced_until', '<=', now)]))
    .executeTakeFirstOrThrow();
  return row.alerts;
}

export async function insertAlert(db: Writer, row: Insertable<AlertsTable>): Promise<number> {
  const { id } = await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** An update that changes nothing locks the alert until the transaction ends. */
export const holdAlert = (db: Writer, accountId: string, projectId: string | null, id: number) =>
  db
    .updateTable('alerts')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .where('id', '=', id)
    .execute();

/** Raises the version, which voids decisions based on the previous rule. */
export const updateAlertRow = (
  db: Writer,
  accountId: string,
  id: number,
  changes: Updateable<AlertsTable>,
): Promise<unknown> =>
  db
    .updateTable('alerts')
    .set((eb) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

export type AlertMemory = Pick<AlertRow, 'holds' | 'fired_at' | 'held_back' | 'last_observed_value'> & {
  /** Null if it did not fire now. */
  last_triggered_at: number | null;
};

interface Move {
  alert: Pick<AlertRow, 'id' | 'version'>;
  remembered: AlertMemory;
}

/**
 * Returns the ids of alerts whose version is unchanged since the decision. The others were deleted, disabled
 * or decided by another process.
 */
export async function moveAlerts(db: Writer, moves: readonly Move[]): Promise<Set<number>> {
  if (moves.length === 0) return new Set();
  const number = (value: number | null) => sql`cast(${value} as bigint)`;
  const values = moves.map(
    ({ alert, remembered: to }) =>
      sql`(${number(alert.id)}, ${number(alert.version)}, ${sql.lit(to.holds)}, ${number(to.fired_at)}, ${sql.lit(to.held_back)},
        cast(${to.last_observed_value} as double precision), ${number(to.last_triggered_at)})`,
  );
  const { rows } = await sql<{ id: number }>`
    with moves (alert_id, decided_on, now_holds, now_fired_at, now_held_back, observed, triggered_at) as (values ${sql.join(values)})
    update alerts set holds = now_holds, fired_at = now_fired_at, held_back = now_held_back, last_observed_value = observed,
      last_triggered_at = coalesce(triggered_at, last_triggered_at), version = version + 1
    from moves where id = alert_id and version = decided_on and enabled = 1
    returning id`.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/** The groups whose condition holds, by alert. */
export async function selectGroups(
  db: Reader,
  alertIds: readonly number[],
): Promise<Map<number, GroupRow[]>> {
  if (alertIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('alert_groups')
    .selectAll()
    .where('alert_id', 'in', alertIds)
    .orderBy('alert_id')
    .orderBy('incident')
    .execute();
  return Map.groupBy(rows, ({ alert_id: alertId }) => alertId);
}

/** The same of all enabled alerts, in one statement. */
export async function selectGroupsOfEnabled(db: Reader): Promise<Map<number, GroupRow[]>> {
  const rows = await db
    .selectFrom('alert_groups')
    .innerJoin('alerts', 'alerts.id', 'alert_groups.alert_id')
    .selectAll('alert_groups')
    .where('alerts.enabled', '=', 1)
    .orderBy('alert_groups.incident')
    .execute();
  return Map.groupBy(rows, ({ alert_id: alertId }) => alertId);
}

/** Call in the transaction that moved these alerts. */
export async function replaceGroups(
  db: Writer,
  alertIds: readonly number[],
  rows: readonly GroupRow[],
): Promise<void> {
  if (alertIds.length === 0) return;
  await db.deleteFrom('alert_groups').where('alert_id', 'in', alertIds).execute();
  for (const some of chunks(rows, GROUPS_AT_ONCE)) await db.insertInto('alert_groups').values(some).execute();
}

/** Call in the transaction that queues the messages. */
export const noteFindingsTold = (db: Writer, id: number, upTo: number): Promise<unknown> =>
  db.updateTable('alerts').set({ findings_told: upTo }).where('id', '=', id).execute();

/** Deletes the alerts of a project with all their events. */
export const deleteProjectAlerts = (db: Writer, accountId: string, projectId: string): Promise<unknown> =>
  db.deleteFrom('alerts').where('account_id', '=', accountId).where('project_id', '=', projectId).execute();

/** Deletes the alert with all its events. */
export const deleteAlertRow = (db: Writer, accountId: string, id: number): Promise<unknown> =>
  db.deleteFrom('alerts').where('account_id', '=', accountId).where('id', '=', id).execute();
