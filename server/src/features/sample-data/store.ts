import type { Reader, SampleDataTable, Writer } from '#metadata';

/** `there` is false if its project was deleted like any other. */
export type SampleRow = SampleDataTable & { there: boolean };

export async function selectSample(db: Reader, accountId: string): Promise<SampleRow | null> {
  const row = await db
    .selectFrom('sample_data')
    .leftJoin('projects', 'projects.id', 'sample_data.project_id')
    .selectAll('sample_data')
    .select('projects.id as found')
    .where('sample_data.account_id', '=', accountId)
    .executeTakeFirst();
  if (!row) return null;
  const { found, ...sample } = row;
  return { ...sample, there: found !== null };
}

export const insertSample = (db: Writer, row: SampleDataTable) =>
  db.insertInto('sample_data').values(row).execute();

export const markLoaded = (db: Writer, accountId: string) =>
  db.updateTable('sample_data').set({ loaded: 1 }).where('account_id', '=', accountId).execute();

export const deleteSample = (db: Writer, accountId: string) =>
  db.deleteFrom('sample_data').where('account_id', '=', accountId).execute();

export async function selectProjectNames(db: Reader, accountId: string): Promise<Set<string>> {
  const rows = await db.selectFrom('projects').select('name').where('account_id', '=', accountId).execute();
  return new Set(rows.map(({ name }) => name));
}
