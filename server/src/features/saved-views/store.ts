import type { Selectable } from 'kysely';
import { isoTime } from '#lib/clock';
import type { Reader, SavedViewsTable, Writer } from '#metadata';
import type { SavedView } from './schemas.ts';

const present = (row: Selectable<SavedViewsTable>): SavedView => ({
  id: row.id,
  name: row.name,
  filter: JSON.parse(row.filter) as SavedView['filter'],
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
});

const views = (db: Reader, accountId: string) =>
  db.selectFrom('saved_views').selectAll().where('account_id', '=', accountId);

/** Oldest first. */
export const selectSavedViews = async (db: Reader, accountId: string): Promise<SavedView[]> =>
  (await views(db, accountId).orderBy('id').execute()).map(present);

export async function selectSavedView(db: Reader, accountId: string, id: number): Promise<SavedView | null> {
  const row = await views(db, accountId).where('id', '=', id).executeTakeFirst();
  return row ? present(row) : null;
}

export async function selectSavedViewByName(
  db: Reader,
  accountId: string,
  name: string,
): Promise<SavedView | null> {
  const row = await views(db, accountId).where('name', '=', name).executeTakeFirst();
  return row ? present(row) : null;
}

export async function countSavedViews(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('saved_views')
    .select((eb) => eb.fn.countAll<number>().as('views'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.views;
}

export const insertSavedView = async (
  db: Writer,
  view: { accountId: string; name: string; filter: string; now: number },
): Promise<SavedView> =>
  present(
    await db
      .insertInto('saved_views')
      .values({
        account_id: view.accountId,
        name: view.name,
        filter: view.filter,
        created_at: view.now,
        updated_at: view.now,
      })
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

export const updateSavedView = async (
  db: Writer,
  accountId: string,
  { id, filter, now }: { id: number; filter: string; now: number },
): Promise<SavedView> =>
  present(
    await db
      .updateTable('saved_views')
      .set({ filter, updated_at: now })
      .where('account_id', '=', accountId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirstOrThrow(),
  );

/** Returns its name, or null if there was none. */
export async function deleteSavedViewRow(db: Writer, accountId: string, id: number): Promise<string | null> {
  const row = await db
    .deleteFrom('saved_views')
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returning('name')
    .executeTakeFirst();
  return row?.name ?? null;
}
