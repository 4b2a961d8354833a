import type { Insertable, Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import type { Page } from '#core/paging';
import type { ChannelKind } from '#features/notifications';
import type { AlertsTable, Reader, Writer } from '#metadata';

export type AlertRow = Selectable<AlertsTable>;

export const kindsIn = ({ channel_kinds: kinds }: Pick<AlertRow, 'channel_kinds'>): ChannelKind[] =>
  JSON.parse(kinds) as ChannelKind[];

/** Of one project, or of the whole account. */
export const ofProject = (projectId: string | null) =>
  projectId === null ? sql<boolean>`1 = 1` : sql<boolean>`alerts.project_id = ${projectId}`;

/** In the order in which they were made. */
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

/** Of all accounts, for the round of every minute. */
export const selectEnabledAlerts = (db: Reader): Promise<AlertRow[]> =>
  db.selectFrom('alerts').selectAll().where('enabled', '=', 1).orderBy('id').execute();

export async function countAlerts(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('alerts')
    .select((eb) => eb.fn.countAll<number>().as('alerts'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.alerts;
}

export async function insertAlert(db: Writer, row: Insertable<AlertsTable>): Promise<number> {
  const { id } = await db.insertInto('alerts').values(row).returning('id').executeTakeFirstOrThrow();
  return id;
}

/** The update that changes nothing keeps everybody else from the alert until the transaction ends. */
export const holdAlert = (db: Writer, accountId: string, id: number) =>
  db
    .updateTable('alerts')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** What somebody decided on the alert of before is void: its version moves on. */
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

export type Remembered = Pick<AlertRow, 'holds' | 'fired_at' | 'held_back' | 'last_observed_value'> &
  Partial<Pick<AlertRow, 'last_triggered_at'>>;

/** False when the alert is gone, or is another one than it was decided on: somebody else came first. */
export async function moveAlert(
  db: Writer,
  { account_id: accountId, id, version }: Pick<AlertRow, 'account_id' | 'id' | 'version'>,
  remembered: Remembered,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('alerts')
    .set({ ...remembered, version: version + 1 })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('version', '=', version)
    .where('enabled', '=', 1)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Its name; null when there was none. With all its events. */
export async function deleteAlertRow(
  db: Writer,
  accountId: string,
  projectId: string | null,
  id: number,
): Promise<{ name: string } | null> {
  const row = await db
    .deleteFrom('alerts')
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row ?? null;
}
