// Claims on calls, the scan progress of each account, and expired rows.
import type { Reader, Writer } from '#metadata';
import { selectAssessed } from '../store.ts';

interface CallClaim {
  accountId: string;
  classifier: string;
  holder: string;
  now: number;
  until: number;
}

interface Claimed {
  /** Claimed by us. */
  mine: Set<string>;
  /** Assessed by another process since the last check. */
  done: Set<string>;
}

/** Claims the calls that no one else has claimed. One row per call decides. */
export async function claimScans(
  db: Writer,
  { accountId, classifier, holder, now, until }: CallClaim,
  callIds: readonly string[],
): Promise<Claimed> {
  if (callIds.length === 0) return { mine: new Set(), done: new Set() };
  const rows = await db
    .insertInto('safety_claims')
    // A fixed order prevents deadlocks.
    .values(
      callIds.toSorted().map((callId) => ({
        account_id: accountId,
        call_id: callId,
        classifier_id: classifier,
        holder,
        expires_at: until,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'call_id', 'classifier_id'])
        .doUpdateSet({ holder, expires_at: until })
        .where('safety_claims.expires_at', '<=', now),
    )
    .returning('call_id')
    .execute();
  // A claim that has ended since the last check usually left an assessment.
  const done = await selectAssessed(db, accountId, classifier, callIds);
  const mine = new Set(rows.map((row) => row.call_id)).difference(done);
  return { mine, done };
}

export const releaseClaims = (db: Writer, holder: string) =>
  db.deleteFrom('safety_claims').where('holder', '=', holder).execute();

/** Deletes claims of dead processes. */
export const forgetScanClaims = (db: Writer, before: number) =>
  db.deleteFrom('safety_claims').where('expires_at', '<', before).execute();

/** Covers earlier arrivals, and those at the same time with an id up to this one. */
export interface Mark {
  receivedMs: number;
  id: string;
}

interface ScanClaim {
  accountId: string;
  holder: string;
  now: number;
  until: number;
  /** The start for an account that was never scanned. */
  startMs: number;
}

/** Returns the start, or null if another process is scanning this account. */
export async function takeScan(
  db: Writer,
  { accountId, holder, now, until, startMs }: ScanClaim,
): Promise<Mark | null> {
  const held = { locked_by: holder, locked_until: until };
  const row = await db
    .insertInto('safety_scans')
    .values({ account_id: accountId, watermark: startMs, watermark_id: '', last_run_at: null, ...held })
    .onConflict((conflict) =>
      conflict.column('account_id').doUpdateSet(held).where('safety_scans.locked_until', '<=', now),
    )
    .returning(['watermark', 'watermark_id'])
    .executeTakeFirst();
  return row ? { receivedMs: row.watermark, id: row.watermark_id } : null;
}

/** Saves the progress; false if another process has taken over. */
export async function noteScan(
  db: Writer,
  accountId: string,
  holder: string,
  { mark, until }: { mark: Mark; until: number },
): Promise<boolean> {
  const result = await db
    .updateTable('safety_scans')
    .set({ watermark: mark.receivedMs, watermark_id: mark.id, locked_until: until })
    .where('account_id', '=', accountId)
    .where('locked_by', '=', holder)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

export const releaseScan = (db: Writer, accountId: string, holder: string, now: number) =>
  db
    .updateTable('safety_scans')
    .set({ locked_by: null, locked_until: 0, last_run_at: now })
    .where('account_id', '=', accountId)
    .where('locked_by', '=', holder)
    .execute();

/**
 * Accounts with both consents and a subscription; those that waited longest come first. The caller checks the
 * plan.
 */
export async function selectConsenting(db: Reader): Promise<string[]> {
  const rows = await db
    .selectFrom('accounts')
    .innerJoin('consents as stored', (join) =>
      join
        .onRef('stored.account_id', '=', 'accounts.id')
        .on('stored.kind', '=', 'plaintextStorage')
        .on('stored.granted', '=', 1),
    )
    .innerJoin('consents as helped', (join) =>
      join
        .onRef('helped.account_id', '=', 'accounts.id')
        .on('helped.kind', '=', 'aiHelper')
        .on('helped.granted', '=', 1),
    )
    .leftJoin('safety_scans', 'safety_scans.account_id', 'accounts.id')
    .select(['accounts.id', 'safety_scans.last_run_at'])
    .where('accounts.subscription_status', '=', 'active')
    .orderBy('accounts.id')
    .execute();
  return rows
    .toSorted((left, right) => (left.last_run_at ?? 0) - (right.last_run_at ?? 0))
    .map((row) => row.id);
}

export async function selectAssessedAccounts(db: Reader): Promise<string[]> {
  const rows = await db.selectFrom('safety_assessments').select('account_id').distinct().execute();
  return rows.map((row) => row.account_id);
}

/** Deletes up to `limit` assessments of calls up to that time and returns their number. */
export async function deleteAssessmentsUpTo(
  db: Writer,
  accountId: string,
  upToMs: number,
  limit: number,
): Promise<number> {
  const result = await db
    .deleteFrom('safety_assessments')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('safety_assessments')
        .select('id')
        .where('account_id', '=', accountId)
        .where('call_timestamp', '<=', upToMs)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(result.numDeletedRows);
}
