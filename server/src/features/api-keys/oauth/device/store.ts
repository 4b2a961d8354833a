import type { DeviceLoginsTable, Reader, Writer } from '#metadata';

/** False if another login has the same user code. */
export async function insertDeviceLogin(db: Writer, row: DeviceLoginsTable): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('device_logins')
    .values(row)
    .onConflict((conflict) => conflict.column('user_hash').doNothing())
    .executeTakeFirstOrThrow();
  return (numInsertedOrUpdatedRows ?? 0n) > 0n;
}

export const deleteEndedDeviceLogins = (db: Writer, now: number) =>
  db.deleteFrom('device_logins').where('expires_at', '<=', now).execute();

/** Undecided logins have no account yet, so the user code alone finds them. */
export const selectPendingLogin = (db: Reader, userHash: string, now: number) =>
  db
    .selectFrom('device_logins')
    .selectAll()
    .where('user_hash', '=', userHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .executeTakeFirst();

type Decision = Pick<DeviceLoginsTable, 'status' | 'account_id' | 'user_id' | 'project_id' | 'scopes'>;

/** False if it has been decided or has expired since. */
export async function decideLogin(
  db: Writer,
  deviceHash: string,
  now: number,
  decision: Decision,
): Promise<boolean> {
  const decided = await db
    .updateTable('device_logins')
    .set(decision)
    .where('device_hash', '=', deviceHash)
    .where('status', '=', 'pending')
    .where('expires_at', '>', now)
    .returning('device_hash')
    .executeTakeFirst();
  return decided !== undefined;
}

export const selectDeviceLogin = (db: Reader, deviceHash: string, clientHash: string) =>
  db
    .selectFrom('device_logins')
    .selectAll()
    .where('device_hash', '=', deviceHash)
    .where('client_hash', '=', clientHash)
    .executeTakeFirst();

export const notePoll = (
  db: Writer,
  deviceHash: string,
  poll: Pick<DeviceLoginsTable, 'polled_at' | 'interval_ms'>,
) => db.updateTable('device_logins').set(poll).where('device_hash', '=', deviceHash).execute();

/** False if another request has taken it: a device code works once. */
export async function takeDeviceLogin(db: Writer, deviceHash: string): Promise<boolean> {
  const taken = await db
    .deleteFrom('device_logins')
    .where('device_hash', '=', deviceHash)
    .returning('device_hash')
    .executeTakeFirst();
  return taken !== undefined;
}
