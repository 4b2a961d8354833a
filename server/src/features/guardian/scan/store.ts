// Progress of scans. A row is locked while it is changed, so the findings of an account are created one after
// the other and their numbers appear in order.
import type { Insertable } from 'kysely';
import type { GuardianScansTable, Reader, Writer } from '#metadata';
import type { ScanRow } from '../store.ts';

export const selectScans = (db: Reader): Promise<ScanRow[]> =>
  db.selectFrom('guardian_scans').selectAll().execute();

/** Returns the row, locked until the transaction ends. */
export async function holdScan(db: Writer, row: Insertable<GuardianScansTable>): Promise<ScanRow> {
  return db
    .insertInto('guardian_scans')
    .values(row)
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet((eb) => ({ version: eb.ref('guardian_scans.version') })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export const updateScan = (
  db: Writer,
  accountId: string,
  changes: Partial<
    Pick<ScanRow, 'settled_until' | 'seen' | 'arrived' | 'findings_made' | 'version' | 'scanned_at'>
  >,
) => db.updateTable('guardian_scans').set(changes).where('account_id', '=', accountId).execute();

export async function selectProgress(db: Reader, name: string): Promise<number> {
  const row = await db
    .selectFrom('guardian_progress')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value ?? 0;
}

/** False if the progress is no longer `from`. */
export async function moveProgress(db: Writer, name: string, from: number, to: number): Promise<boolean> {
  await db
    .insertInto('guardian_progress')
    .values({ name, value: 0 })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('guardian_progress')
    .set({ value: to })
    .where('name', '=', name)
    .where('value', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}
