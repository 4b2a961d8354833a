import type { ExportSchedulesTable, Reader, Writer } from '#metadata';

export const selectExportSchedule = (
  db: Reader,
  accountId: string,
): Promise<ExportSchedulesTable | undefined> =>
  db.selectFrom('export_schedules').selectAll().where('account_id', '=', accountId).executeTakeFirst();

export const upsertExportSchedule = (db: Writer, row: ExportSchedulesTable) => {
  const { account_id: _id, created_at: _created, ...changes } = row;
  return db
    .insertInto('export_schedules')
    .values(row)
    .onConflict((conflict) => conflict.column('account_id').doUpdateSet(changes))
    .execute();
};

export const deleteExportSchedule = (db: Writer, accountId: string) =>
  db.deleteFrom('export_schedules').where('account_id', '=', accountId).execute();

type RunColumns = Pick<
  ExportSchedulesTable,
  | 'exported_to'
  | 'compared_at'
  | 'begun_at'
  | 'begun_days'
  | 'run_started_at'
  | 'run_finished_at'
  | 'run_error'
  | 'run_error_detail'
  | 'run_days'
  | 'rows'
  | 'bytes'
  | 'files'
>;

/**
 * False if the setting was changed or deleted since it was read: the run was then one of an earlier setting.
 */
export async function updateExportRun(
  db: Writer,
  { account_id: accountId, version }: Pick<ExportSchedulesTable, 'account_id' | 'version'>,
  run: Partial<RunColumns>,
): Promise<boolean> {
  const result = await db
    .updateTable('export_schedules')
    .set(run)
    .where('account_id', '=', accountId)
    .where('version', '=', version)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** In the order of their ids, a page at a time. */
export async function selectExportingAccounts(db: Reader, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('export_schedules')
    .select('account_id')
    .where('enabled', '=', 1)
    .where('account_id', '>', after)
    .orderBy('account_id')
    .limit(limit)
    .execute();
  return rows.map((row) => row.account_id);
}

const selectSealedKeys = (db: Reader) =>
  db.selectFrom('export_schedules').select(['account_id', 'access_key']).execute();

/** Used when the master key changes. */
export async function resealEach(
  db: Writer,
  reseal: (sealed: string, accountId: string) => string,
): Promise<void> {
  for (const { account_id: accountId, access_key: sealed } of await selectSealedKeys(db)) {
    if (sealed === null) continue;
    await db
      .updateTable('export_schedules')
      .set({ access_key: reseal(sealed, accountId) })
      .where('account_id', '=', accountId)
      .execute();
  }
}
