// Scans one account: collects sightings and saves findings.
import { DAY_MS } from '#lib/clock';
import type { Account } from '#core/access/accounts';
import type { SystemContext } from '#core/context';
import type { ScanRow } from '../store.ts';
import type { UsualCache } from '../baseline/baseline.ts';
import { saveFindings } from './save-findings.ts';
import { collectSightings } from './collect-sightings.ts';
import { holdScan, updateScan } from './store.ts';

/** The first scan of an account covers the last day. */
export const FIRST_SCAN_MS = DAY_MS;

/** Scans of one account at the same time are rare: the schedule, an operator, another process. */
const MAX_TRIES = 3;

export async function scanForFindings(
  ctx: SystemContext,
  usualCache: UsualCache,
  account: Account,
  row: ScanRow | null,
  arrived: string,
): Promise<void> {
  let from = row;
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const newer = await scanFrom(ctx, usualCache, account, from, arrived);
    if (newer === null) return;
    // Another scan was saved meanwhile. It may have begun before the newest records arrived.
    from = newer;
  }
}

/** Returns the saved progress if it is no longer `row`, and saves nothing then. */
async function scanFrom(
  ctx: SystemContext,
  usualCache: UsualCache,
  account: Account,
  row: ScanRow | null,
  arrived: string,
): Promise<ScanRow | null> {
  const now = ctx.clock.now();
  const scope = { account: account.number, project: null, sinceMs: now - account.retentionDays * DAY_MS };
  const from = {
    // If the clock was set back, the saved time would be in the future.
    settledMs: Math.min(row?.settled_until ?? now - FIRST_SCAN_MS, now),
    seen: row === null ? [] : (JSON.parse(row.seen) as string[]),
  };
  const usual = usualCache.of(ctx.records, scope, now);
  let looked;
  try {
    looked = await collectSightings(ctx.records, scope, usual, from, now);
  } catch (error) {
    usualCache.forget(account.number);
    throw error;
  }
  const { sightings, next, more } = looked;
  return ctx.metadata.transaction(async (db) => {
    const held = await holdScan(db, {
      account_id: account.id,
      account_number: account.number,
      settled_until: from.settledMs,
      seen: '[]',
      arrived: '{}',
      findings_made: 0,
      version: 0,
      scanned_at: now,
    });
    if (held.version !== (row?.version ?? 0)) return held;
    const made = await saveFindings(ctx, db, account, sightings, held.findings_made);
    await updateScan(db, account.id, {
      settled_until: next.settledMs,
      seen: JSON.stringify(next.seen),
      arrived: more ? '{}' : arrived,
      findings_made: made,
      version: held.version + 1,
      scanned_at: now,
    });
    return null;
  });
}
