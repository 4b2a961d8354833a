import type { ProjectsTable, Reader, Writer } from '#metadata';

export const insertProject = (db: Writer, row: ProjectsTable) =>
  db.insertInto('projects').values(row).execute();

export async function selectProjectNumber(
  db: Reader,
  accountId: string,
  name: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('projects')
    .select('number')
    .where('account_id', '=', accountId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.number;
}
