import { beyond, type Page, type Position } from '#core/paging';
import type { Reader, WebhooksTable, Writer } from '#metadata';

/** In the order in which they were made. */
export function selectWebhooks(
  db: Reader,
  accountId: string,
  { after, limit }: Page<Position>,
): Promise<WebhooksTable[]> {
  const all = db.selectFrom('webhooks').selectAll().where('account_id', '=', accountId);
  return (after ? all.where(beyond('created_at', 'id', '>', after)) : all)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute();
}

export const selectWebhook = (
  db: Reader,
  accountId: string,
  id: string,
): Promise<WebhooksTable | undefined> =>
  db
    .selectFrom('webhooks')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .executeTakeFirst();

/** The update that changes nothing takes the lock of the row on both engines. */
export const lockWebhook = (db: Writer, accountId: string, id: string): Promise<WebhooksTable | undefined> =>
  db
    .updateTable('webhooks')
    .set((eb) => ({ updated_at: eb.ref('updated_at') }))
    .where('account_id', '=', accountId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();

export async function countWebhooks(db: Reader, accountId: string): Promise<number> {
  const row = await db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow();
  return row.count;
}

export const insertWebhook = (db: Writer, row: WebhooksTable) =>
  db.insertInto('webhooks').values(row).execute();

export const updateWebhook = (
  db: Writer,
  accountId: string,
  id: string,
  changes: Partial<Omit<WebhooksTable, 'id' | 'account_id'>>,
) =>
  db.updateTable('webhooks').set(changes).where('account_id', '=', accountId).where('id', '=', id).execute();

export const deleteWebhookRow = (db: Writer, accountId: string, id: string) =>
  db.deleteFrom('webhooks').where('account_id', '=', accountId).where('id', '=', id).execute();
