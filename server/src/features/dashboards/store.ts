import type { Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { DashboardsTable, Reader, Writer } from '#metadata';
import type { Dashboard, DashboardHead, Widget } from './schemas.ts';

type Row = Selectable<DashboardsTable>;

const FIRST_VERSION = 1;

const headOf = (row: Omit<Row, 'widgets' | 'sample_project_id'>) => ({
  id: row.id,
  name: row.name,
  description: row.description,
  version: row.version,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

const present = (row: Row): Dashboard => ({ ...headOf(row), widgets: JSON.parse(row.widgets) as Widget[] });

const dashboards = (db: Reader, accountId: string) =>
  db.selectFrom('dashboards').where('account_id', '=', accountId);

/** Oldest first. */
export async function selectDashboards(db: Reader, accountId: string): Promise<DashboardHead[]> {
  const rows = await dashboards(db, accountId)
    .select([
      'id',
      'account_id',
      'name',
      'description',
      'widget_count',
      'version',
      'created_at',
      'updated_at',
    ])
    .orderBy('id')
    .execute();
  return rows.map((row) => Object.assign(headOf(row), { widgets: row.widget_count }));
}

export async function selectDashboard(db: Reader, accountId: string, id: number): Promise<Dashboard | null> {
  const row = await dashboards(db, accountId).selectAll().where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

export async function countDashboards(db: Reader, accountId: string): Promise<number> {
  const row = await dashboards(db, accountId)
    .select((eb) => eb.fn.countAll<number>().as('dashboards'))
    .executeTakeFirstOrThrow();
  return row.dashboards;
}

interface DashboardContent {
  name: string;
  description: string;
  widgets: readonly Widget[];
}

interface NewDashboard extends DashboardContent {
  /** The project of the sample data that the dashboard comes with. */
  sampleProjectId?: string;
}

const columnsOf = ({ name, description, widgets }: DashboardContent) => ({
  name,
  description,
  widgets: JSON.stringify(widgets),
  widget_count: widgets.length,
});

export const insertDashboard = async (
  db: Writer,
  accountId: string,
  { sampleProjectId, ...content }: NewDashboard,
  now: number,
): Promise<Dashboard> =>
  present(
    await db
      .insertInto('dashboards')
      .values({
        account_id: accountId,
        ...columnsOf(content),
        sample_project_id: sampleProjectId ?? null,
        version: FIRST_VERSION,
        created_at: now,
        updated_at: now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Null if there is no dashboard with this id and version. */
export async function updateDashboardRow(
  db: Writer,
  accountId: string,
  { id, version, now, ...content }: DashboardContent & { id: number; version: number; now: number },
): Promise<Dashboard | null> {
  const row = await db
    .updateTable('dashboards')
    .set({ ...columnsOf(content), version: version + 1, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .where('version', '=', version)
    .returningAll()
    .executeTakeFirst();
  return row ? present(row) : null;
}

/** Returns its name, or null if there was none. */
export async function deleteDashboardRow(db: Writer, accountId: string, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('dashboards')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}

/** Deletes dashboards that came with the project's sample data, unless someone has changed them since. */
export const deleteUnchangedSample = (db: Writer, accountId: string, projectId: string) =>
  db
    .deleteFrom('dashboards')
    .where('account_id', '=', accountId)
    .where('sample_project_id', '=', projectId)
    .where('version', '=', FIRST_VERSION)
    .execute();
