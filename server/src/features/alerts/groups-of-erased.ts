// The groups of an alert may be people. When a person is erased, their id goes from firings, messages and incidents, in
// whichever dimension it was a value.
import type { Writer } from '#metadata';
import { ERASED_GROUP, eraseFromMessages } from '#services/notifications';
import { ofProject } from './store.ts';

/** In alerts of the project, or of the whole account if null. */
export async function forgetGroup(
  db: Writer,
  accountId: string,
  projectId: string | null,
  value: string,
): Promise<void> {
  // What a round has measured before the erasure is not stored after it.
  const alerts = await db
    .updateTable('alerts')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('account_id', '=', accountId)
    .where(ofProject(projectId))
    .where('for_each', 'is not', null)
    .returning('id')
    .execute();
  const alertIds = alerts.map(({ id }) => id);
  if (alertIds.length === 0) return;
  await db
    .updateTable('alert_events')
    .set({ group_value: ERASED_GROUP })
    .where('account_id', '=', accountId)
    .where('group_value', '=', value)
    .where('alert_id', 'in', alertIds)
    .execute();
  // The next round finds no records of it, and resolves its incident.
  await db
    .updateTable('alert_groups')
    .set({ value: ERASED_GROUP })
    .where('account_id', '=', accountId)
    .where('value', '=', value)
    .where('alert_id', 'in', alertIds)
    .execute();
  await eraseFromMessages(db, accountId, new Set(alertIds), value);
}
