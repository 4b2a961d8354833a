// Rows for writes to the records store that have begun. The records store has no transactions, so a crash may
// leave any part of a write. The row lists the records to look for.
import type { Reader, Writer } from '#metadata';
import type { UnfinishedWrite, WrittenRecord } from '#records';

const asText = (records: readonly WrittenRecord[]): string =>
  JSON.stringify(records.map(({ id, timestampMs }) => [id, timestampMs]));

const fromText = (text: string): WrittenRecord[] =>
  (JSON.parse(text) as [string, number][]).map(([id, timestampMs]) => ({ id, timestampMs }));

/** A write of several accounts has one row per account, so that each can be finished on its own. */
export const rowId = (write: string, account: number): string => `${write}.${account}`;

export const insertUnfinished = (
  db: Writer,
  write: string,
  { month, now }: { month: string; now: number },
  writes: ReadonlyMap<number, readonly WrittenRecord[]>,
) =>
  db
    .insertInto('unfinished_writes')
    .values(
      [...writes].map(([account, records]) => ({
        id: rowId(write, account),
        account,
        month,
        began_at: now,
        records: asText(records),
      })),
    )
    .execute();

export async function selectUnfinished(db: Reader, accounts: readonly number[]): Promise<UnfinishedWrite[]> {
  if (accounts.length === 0) return [];
  const rows = await db
    .selectFrom('unfinished_writes as w')
    .leftJoin('accounts as a', 'a.number', 'w.account')
    .leftJoin('usage as u', (join) =>
      join.onRef('u.account_id', '=', 'a.id').onRef('u.month', '=', 'w.month'),
    )
    .select(['w.id', 'w.account', 'w.month', 'w.began_at', 'w.records', 'w.charged', 'u.records as used'])
    .where('w.account', 'in', accounts)
    .orderBy('w.began_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    write: row.id.slice(0, row.id.lastIndexOf('.')),
    account: row.account,
    month: row.month,
    beganAt: row.began_at,
    used: row.used ?? 0,
    records: fromText(row.records),
    charged: row.charged ?? null,
  }));
}

export const deleteUnfinished = async (db: Writer, ids: readonly string[]): Promise<void> => {
  if (ids.length > 0) await db.deleteFrom('unfinished_writes').where('id', 'in', ids).execute();
};

/** Prevents a second charge for records that a retry stores. */
export const markCharged = (db: Writer, id: string, charged: number) =>
  db.updateTable('unfinished_writes').set({ charged }).where('id', '=', id).execute();

export async function accountsWithUnfinished(db: Reader): Promise<number[]> {
  const rows = await db
    .selectFrom('unfinished_writes as w')
    // A deleted account needs nothing.
    .innerJoin('accounts as a', 'a.number', 'w.account')
    .select('w.account')
    .distinct()
    .execute();
  return rows.map(({ account }) => account);
}
