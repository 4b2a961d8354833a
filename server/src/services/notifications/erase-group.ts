// Removes the value of a group, such as the id of a user, from the messages of its firings. Messages that were delivered
// are out of reach; their copies here are not.
import type { Reader, Writer } from '#metadata';
import type { AlertGroup } from './message.ts';
import { updateDelivery } from './store.ts';

export const ERASED_GROUP = '[erased]';

const AT_ONCE = 500;

interface Body {
  data?: { alertId?: number; group?: AlertGroup; groups?: AlertGroup[] };
}

export async function eraseFromMessages(
  db: Writer,
  accountId: string,
  alertIds: ReadonlySet<number>,
  value: string,
): Promise<void> {
  for (let after = ''; ;) {
    const rows = await selectFired(db, accountId, after);
    for (const { id, body } of rows) {
      const changed = withoutValue(JSON.parse(body) as Body, alertIds, value);
      if (changed) await updateDelivery(db, id, { body: JSON.stringify(changed) });
    }
    const last = rows.at(-1);
    if (!last || rows.length < AT_ONCE) return;
    after = last.id;
  }
}

/** Null if the message does not have the value. */
function withoutValue(message: Body, alertIds: ReadonlySet<number>, value: string): Body | null {
  if (!alertIds.has(message.data?.alertId ?? 0)) return null;
  const groups = [message.data?.group, ...(message.data?.groups ?? [])].filter(
    (group) => group?.value === value,
  );
  for (const group of groups) if (group) group.value = ERASED_GROUP;
  return groups.length === 0 ? null : message;
}

const selectFired = (db: Reader, accountId: string, after: string): Promise<{ id: string; body: string }[]> =>
  db
    .selectFrom('deliveries')
    .select(['id', 'body'])
    .where('account_id', '=', accountId)
    .where('event', 'in', ['alert.fired', 'alert.resolved', 'alert.acknowledged'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute();
