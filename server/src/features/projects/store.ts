import { isoTime } from '#lib/clock';
import { beyond, type Page, type Position } from '#core/paging';
import type { ProjectsTable, Reader, Writer } from '#metadata';
import type { Project } from './schemas.ts';

export const presentProject = (row: ProjectsTable): Project => ({
  id: row.id,
  name: row.name,
  isDefault: row.is_default === 1,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

/** Oldest first. */
export function selectProjects(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<ProjectsTable[]> {
  const all = db.selectFrom('projects').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export async function selectProject(db: Reader, accountId: string, id: string): Promise<Project | null> {
  const row = await db
    .selectFrom('projects')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ? presentProject(row) : null;
}

export const updateProjectName = (db: Writer, accountId: string, id: string, name: string, now: number) =>
  db
    .updateTable('projects')
    .set({ name, updated_at: now })
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .execute();

/** Deletes the keys bound to the project, because unbound they would silently see more than intended. */
export async function deleteProjectRow(db: Writer, accountId: string, id: string): Promise<string[]> {
  const keys = await db
    .deleteFrom('api_keys')
    .where('account_id', '=', accountId)
    .where('project_id', '=', id)
    .returning('id')
    .execute();
  await db.deleteFrom('projects').where('account_id', '=', accountId).where('id', '=', id).execute();
  return keys.map((key) => key.id);
}
