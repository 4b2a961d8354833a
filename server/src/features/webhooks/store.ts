import { beyond, type Page, type Position } from '#core/paging';
import type { WebhookEvent } from '#services/notifications';
import type { Reader, WebhooksTable, Writer } from '#metadata';

/** Oldest first. */
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

/** An update that changes nothing locks the row on both engines. */
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

/** Accounts with an enabled webhook for this event; only one account if given. */
export async function selectAccountsSubscribed(
  db: Reader,
  event: WebhookEvent,
  accountId?: string,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhooks')
    .select('account_id')
    .distinct()
    .where('enabled', '=', 1)
    .where('events', 'like', `%"${event}"%`)
    .$if(accountId !== undefined, (query) => query.where('account_id', '=', accountId ?? ''))
    .execute();
  return rows.map((row) => row.account_id);
}

/** False if it was noticed before. */
export async function insertQuotaNotice(
  db: Writer,
  accountId: string,
  month: string,
  percent: number,
  now: number,
): Promise<boolean> {
  const row = await db
    .insertInto('quota_notices')
    .values({ account_id: accountId, month, percent, noticed_at: now })
    .onConflict((conflict) => conflict.columns(['account_id', 'month', 'percent']).doNothing())
    .returning('percent')
    .executeTakeFirst();
  return row !== undefined;
}
