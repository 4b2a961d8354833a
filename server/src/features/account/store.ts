import type { AcceptedProviders, ConsentKind } from '#core/access/accounts';
import type { Reader, Writer } from '#metadata';
import type { LimitColumns } from '#services/accounts';

interface ConsentRow {
  accountId: string;
  kind: ConsentKind;
  granted: boolean;
  changedAt: number;
  changedBy: string;
}

export function upsertConsent(db: Writer, row: ConsentRow) {
  const values = {
    granted: row.granted ? (1 as const) : (0 as const),
    changed_at: row.changedAt,
    changed_by: row.changedBy,
  };
  return db
    .insertInto('consents')
    .values({ account_id: row.accountId, kind: row.kind, ...values })
    .onConflict((conflict) => conflict.columns(['account_id', 'kind']).doUpdateSet(values))
    .execute();
}

interface PendingJob {
  id: number;
  createdAt: number;
}

/** The waiting or running job with this key. A finished job has released its key. */
export async function selectPendingJob(db: Reader, uniqueKey: string): Promise<PendingJob | null> {
  const row = await db
    .selectFrom('jobs')
    .select(['id', 'created_at'])
    .where('unique_key', '=', uniqueKey)
    .executeTakeFirst();
  return row ? { id: row.id, createdAt: row.created_at } : null;
}

/**
 * A job that a request executes in place of a worker. If the process dies, its lease expires and a worker
 * takes it.
 */
export interface JobClaim {
  id: number;
  holder: string;
}

/** False if another process has the job or it is gone. */
export async function claimJob(
  db: Writer,
  { id, holder }: JobClaim,
  now: number,
  until: number,
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({ status: 'running', locked_by: holder, locked_until: until, started_at: now })
    .where('id', '=', id)
    .where('status', '=', 'queued')
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const putJobBack = (db: Writer, { id, holder }: JobClaim) =>
  db
    .updateTable('jobs')
    .set({ status: 'queued', locked_by: null, locked_until: null })
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .execute();

/** False if the claim has expired. */
export async function deleteClaimedJob(db: Writer, { id, holder }: JobClaim): Promise<boolean> {
  const result = await db
    .deleteFrom('jobs')
    .where('id', '=', id)
    .where('locked_by', '=', holder)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

export const updateAcceptedProviders = (db: Writer, id: string, accepted: AcceptedProviders, now: number) =>
  db
    .updateTable('accounts')
    .set({ accept_providers: accepted, updated_at: now })
    .where('id', '=', id)
    .execute();

export const updateLimits = (db: Writer, id: string, columns: LimitColumns, now: number) =>
  db
    .updateTable('accounts')
    .set({ ...columns, updated_at: now })
    .where('id', '=', id)
    .execute();
