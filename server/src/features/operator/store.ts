import { isoTime, utcMonth } from '#lib/clock';
import type { Reader, Writer } from '#metadata';
import { limitColumns } from '#services/accounts';
import type { AccountChange } from './schemas.ts';

/** Writes the given fields; false if there is no such account. */
export async function updateAccount(
  db: Writer,
  id: string,
  changes: AccountChange,
  now: number,
): Promise<boolean> {
  const { plan, subscriptionStatus, recordQuota, retentionDays, limits } = changes;
  const result = await db
    .updateTable('accounts')
    .set({
      updated_at: now,
      ...(plan === undefined ? {} : { plan }),
      ...(subscriptionStatus === undefined ? {} : { subscription_status: subscriptionStatus }),
      ...(recordQuota === undefined ? {} : { record_quota: recordQuota }),
      ...(retentionDays === undefined ? {} : { retention_days: retentionDays }),
      ...limitColumns(limits ?? {}),
    })
    .where('id', '=', id)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export async function countAccounts(db: Reader): Promise<number> {
  const row = await db
    .selectFrom('accounts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return row.count;
}

export interface AccountSummary {
  id: string;
  name: string;
  plan: string;
  subscriptionStatus: string;
  users: number;
  keys: number;
  /** Records stored in this UTC month. */
  records: number;
  createdAt: string;
}

export async function selectAccounts(db: Reader, now: number): Promise<AccountSummary[]> {
  const rows = await db
    .selectFrom('accounts')
    .leftJoin('usage', (join) =>
      join.onRef('usage.account_id', '=', 'accounts.id').on('usage.month', '=', utcMonth(now)),
    )
    .select((eb) => [
      'accounts.id',
      'accounts.name',
      'accounts.plan',
      'accounts.subscription_status',
      'accounts.created_at',
      'usage.records',
      eb
        .selectFrom('memberships')
        .whereRef('memberships.account_id', '=', 'accounts.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('users'),
      eb
        .selectFrom('api_keys')
        .whereRef('api_keys.account_id', '=', 'accounts.id')
        .select((inner) => inner.fn.countAll<number>().as('count'))
        .as('keys'),
    ])
    .orderBy('accounts.number')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    plan: row.plan,
    subscriptionStatus: row.subscription_status,
    users: row.users ?? 0,
    keys: row.keys ?? 0,
    records: row.records ?? 0,
    createdAt: isoTime(row.created_at),
  }));
}

export async function selectAccountsNamed(db: Reader, name: string): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .select('id')
    .where('name', '=', name)
    .orderBy('number')
    .execute();
  return rows.map((row) => row.id);
}

export async function selectAccountOfKey(db: Reader, keyId: string): Promise<string | null> {
  const row = await db.selectFrom('api_keys').select('account_id').where('id', '=', keyId).executeTakeFirst();
  return row?.account_id ?? null;
}

export const selectAccountMembers = (db: Reader, accountId: string) =>
  db
    .selectFrom('memberships')
    .innerJoin('users', 'users.id', 'memberships.user_id')
    .select(['users.id', 'users.email', 'users.name', 'memberships.role'])
    .where('memberships.account_id', '=', accountId)
    .orderBy('memberships.created_at')
    .orderBy('users.id')
    .execute();
